#!/usr/bin/env python3
"""Tests the plugin without riscof: plugin_test.py JANUS. A stub stands for riscof's pluginTemplate; the compiler and Janus
are real, and run a test of our own in the form of riscv-arch-test."""

import configparser
import logging
import sys
import tempfile
import types
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLUGIN = HERE.parent


class PluginTemplate:
    """What riscof's pluginTemplate does that a plugin sees: the name, with the role in front and a colon behind."""

    def __init__(self, *args, **kwargs):
        self._role = kwargs.get("name", "DUT")

    @property
    def name(self):
        return f"{self._role}-{self.__model__}:"


sys.modules["riscof"] = types.ModuleType("riscof")
sys.modules["riscof.pluginTemplate"] = types.ModuleType("riscof.pluginTemplate")
sys.modules["riscof.pluginTemplate"].pluginTemplate = PluginTemplate
sys.path.insert(0, str(PLUGIN))
import riscof_janus  # noqa: E402


class Plugin(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.work = Path(self.directory.name)
        self.messages = self.enterContext(self.assertLogs(level="DEBUG"))
        logging.getLogger().debug("begins")  # assertLogs wants at least one

    def plugin(self, **changes):
        config = configparser.ConfigParser()
        config.optionxform = str
        config.read(PLUGIN / "config.ini")
        section = dict(config["janus"])
        section.update({"pluginpath": str(PLUGIN), "ispec": str(PLUGIN / section["ispec"]),
                        "pspec": str(PLUGIN / section["pspec"]), "PATH": str(JANUS.parent)})
        section.update(changes)
        plugin = riscof_janus.janus(name="DUT", config=section)
        plugin.initialise("/suite", str(self.work), "/archtest/env")
        return plugin

    def entries(self, **changes):
        entry = {"work_dir": str(self.work), "macros": ["TIMES=3", "XLEN=32"], "isa": "RV32I",
                 "test_path": str(HERE / "skeleton.S"), **changes}
        return {entry["test_path"]: entry}

    def test_compiles_with_the_macros_and_the_instruction_set_of_the_test(self):
        plugin = self.plugin()
        [entry] = self.entries(isa="RV32IM_Zicsr_Zifencei").values()
        command = plugin.compile_command(entry, "my.elf")
        self.assertEqual(command[:3], ["riscv64-unknown-elf-gcc", "-march=rv32im_zicsr_zifencei", "-mabi=ilp32"])
        for word in ("-DTIMES=3", "-DXLEN=32", "/archtest/env", str(PLUGIN / "env" / "link.ld"), str(PLUGIN / "env")):
            self.assertIn(word, command)
        self.assertEqual(command[-3:], [entry["test_path"], "-o", "my.elf"])

    def test_runs_janus_with_the_options_of_the_configuration(self):
        plugin = self.plugin(options="--fast off")
        self.assertEqual(plugin.run_command("my.elf", "s"), [str(JANUS), "run", "my.elf", "--signature", "s", "--fast",
                                                             "off"])

    def test_leaves_the_signature_where_riscof_looks_for_it(self):
        plugin = self.plugin()
        plugin.build("isa.yaml", "platform.yaml")
        plugin.runTests(self.entries())
        words = (self.work / "DUT-janus.signature").read_text(encoding="ascii").split()
        self.assertEqual(words, ["00000003", "00000006", "00000009", "80000003"] + ["deadbeef"] * 4)

    def test_only_compiles_if_told_so(self):
        plugin = self.plugin(target_run="0")
        with self.assertRaises(SystemExit):
            plugin.runTests(self.entries())
        self.assertTrue((self.work / "my.elf").is_file())
        self.assertFalse((self.work / "DUT-janus.signature").exists())

    def test_says_which_test_does_not_compile(self):
        self.plugin().runTests(self.entries(macros=[]))
        self.assertFalse((self.work / "DUT-janus.signature").exists())
        self.assertIn("skeleton.S: riscv64-unknown-elf-gcc: exit code 1", "\n".join(self.messages.output))

    def test_says_that_janus_is_missing(self):
        with self.assertRaises(SystemExit):
            self.plugin(PATH="/nowhere").build("isa.yaml", "platform.yaml")

    def test_needs_a_configuration(self):
        with self.assertRaises(SystemExit):
            riscof_janus.janus(name="DUT")

    def test_names_the_files_of_this_folder_in_the_example_of_a_configuration(self):
        plugin = self.plugin()
        for path in (plugin.isa_spec, plugin.platform_spec):
            self.assertTrue(Path(path).is_file())


if __name__ == "__main__":
    JANUS = Path(sys.argv.pop(1)).resolve()
    unittest.main()
