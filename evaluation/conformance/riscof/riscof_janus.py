"""The plugin of Janus for riscof, the framework of riscv-arch-test: Janus as the device under test.

config.ini (an example is beside this file) may set, in its section [janus]:

  pluginpath, ispec, pspec   this folder and the two YAML files in it
  PATH                       the folder of the janus program; without it, janus is looked up in the PATH
  jobs                       tests at the same time (1)
  target_run                 0: only compile
  time_limit                 seconds for each test (60)
  options                    more options of `janus run`, such as `--fast off`
"""

import concurrent.futures
import logging
import os
import shlex
import shutil
import subprocess

from riscof.pluginTemplate import pluginTemplate

logger = logging.getLogger()

GCC = "riscv64-unknown-elf-gcc"


class janus(pluginTemplate):  # riscof looks for a class with the name of the plugin
    __model__ = "janus"
    __version__ = "1.0"

    def __init__(self, *args, **kwargs):
        sclass = super().__init__(*args, **kwargs)
        config = kwargs.get("config")
        if config is None:
            logger.error("config.ini has no section [janus]")
            raise SystemExit(1)
        self.executable = os.path.join(config.get("PATH", ""), "janus")
        self.jobs = int(config.get("jobs", 1))
        self.time_limit = float(config.get("time_limit", 60))
        self.options = shlex.split(config.get("options", ""))
        self.target_run = config.get("target_run", "1") != "0"
        self.pluginpath = os.path.abspath(config["pluginpath"])
        self.isa_spec = os.path.abspath(config["ispec"])
        self.platform_spec = os.path.abspath(config["pspec"])
        return sclass

    def initialise(self, suite, work_dir, archtest_env):
        self.work_dir = work_dir
        self.suite_dir = suite
        self.archtest_env = archtest_env

    def build(self, isa_yaml, platform_yaml):
        for tool in (GCC, *([self.executable] if self.target_run else [])):
            if shutil.which(tool) is None:
                logger.error("%s was not found", tool)
                raise SystemExit(1)

    def compile_command(self, entry, elf):
        environment = os.path.join(self.pluginpath, "env")
        march = entry["isa"].lower()
        if "zicsr" not in march:  # every test sets mtvec
            march += "_zicsr"
        return [GCC, f"-march={march}", "-mabi=ilp32", "-static", "-mcmodel=medany", "-fvisibility=hidden", "-nostdlib",
                "-nostartfiles", "-g", "-T", os.path.join(environment, "link.ld"), "-I", environment,
                "-I", self.archtest_env, *(f"-D{macro}" for macro in entry["macros"]), entry["test_path"], "-o", elf]

    def run_command(self, elf, signature):
        return [self.executable, "run", elf, "--signature", signature, *self.options]

    def run_test(self, name, entry):
        """Compiles and runs a test. A test that fails leaves no signature, or a wrong one, which riscof reports."""
        directory = entry["work_dir"]
        elf = os.path.join(directory, "my.elf")
        signature = os.path.join(directory, self.name[:-1] + ".signature")
        commands = [self.compile_command(entry, elf)]
        if self.target_run:
            commands.append(self.run_command(elf, signature))
        for command in commands:
            try:
                done = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                      errors="replace", timeout=self.time_limit, check=False)
            except subprocess.TimeoutExpired:
                logger.error("%s: no end after %g s", name, self.time_limit)
                return
            if done.returncode != 0:
                logger.error("%s: %s: exit code %d: %s", name, os.path.basename(command[0]), done.returncode,
                             done.stderr.strip())
                return

    def runTests(self, testList):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for done in [pool.submit(self.run_test, name, entry) for name, entry in testList.items()]:
                done.result()
        if not self.target_run:
            raise SystemExit(0)
