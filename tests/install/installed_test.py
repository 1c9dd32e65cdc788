"""Claims about an installed Janus. CMakeLists.txt says in the environment what was built, and where."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["JANUS_SOURCE"])
BUILD = pathlib.Path(os.environ["JANUS_BUILD"])
CMAKE = os.environ["JANUS_CMAKE"]
PROJECT = SOURCE / "tests" / "install" / "project"

SAFE, UNSAFE = 0, 1


C_LIBRARY = r"""#include <assert.h>
#include <janus.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  unsigned char n = 0;
  JANUS_SYMBOLIC(n);
  if (n == 3) abort();
  if (n == 4) usleep(1), free(malloc(n)), write(1, "x", 1), exit(time(NULL) != 0 || clock() < 0);
  assert(n != 7);
}
"""
CXX = r"""#include <stdio.h>
#include <typeinfo>
struct Base { virtual ~Base() {} virtual int seven() = 0; };
struct Derived : Base { int seven() override { return 7; } };
static struct Early { Early() { printf("constructed "); } } early;
int main() {
  Base* const base = new Derived;
  printf("%d %d\n", base->seven(), dynamic_cast<Derived*>(base) != nullptr && typeid(*base) == typeid(Derived));
  delete base;
}
"""


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


class InstalledJanus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        root = pathlib.Path(cls.directory.name)
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", root / "first"], check=True, stdout=subprocess.DEVNULL)
        cls.prefix = root / "another place"
        (root / "first").rename(cls.prefix)
        cls.elsewhere = root / "elsewhere"
        cls.elsewhere.mkdir()

    def janus(self, *arguments):
        return run(self.prefix / "bin" / "janus", *arguments, cwd=self.elsewhere)

    def configure(self, project, *options):
        build = pathlib.Path(tempfile.mkdtemp(dir=self.elsewhere))
        return build, run(CMAKE, "-S", project, "-B", build, "-G", os.environ["JANUS_GENERATOR"],
                          f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)

    def build(self, project, *options):
        """The folder of what was built."""
        build, configured = self.configure(project, *options)
        self.assertEqual(configured.returncode, 0, configured.stderr)
        self.assertEqual(configured.stderr, "")
        built = run(CMAKE, "--build", build)
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        return build

    def test_version_is_on_the_first_line_and_facts_follow(self):
        said = self.janus("--version")
        self.assertEqual(said.returncode, 0)
        first, *facts = said.stdout.splitlines()
        self.assertEqual(first, f"janus {os.environ['JANUS_VERSION']}")
        self.assertEqual([fact.split()[0] for fact in facts],
                         ["commit", "build", "sanitizers", "translator", "SystemC", "Z3", "CaDiCaL"])
        self.assertIn(os.environ["JANUS_BUILD_TYPE"], facts[1])

    def test_manual_page_has_every_option_and_gives_no_warning(self):
        if not os.environ["JANUS_MAN"]:
            self.assertNotEqual(os.environ.get("CI"), "true", "man was not found")
            self.skipTest("man was not found")
        page = self.prefix / "share" / "man" / "man1" / "janus.1.gz"
        shown = run(os.environ["JANUS_MAN"], "--warnings", "-l", page, env=dict(os.environ, MANWIDTH="120", LC_ALL="C.UTF-8"))
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        commands = re.findall(r"^  ([\w-]+) ", self.janus("--help").stdout.split("Options:")[0], re.MULTILINE)
        self.assertIn("explore", commands)
        for command in commands:
            for option in re.findall(r"^  (--[\w-]+)", self.janus(command, "--help=all").stdout, re.MULTILINE):
                self.assertIn(f" {option}", shown.stdout)

    def test_other_shells_read_their_completions(self):
        for shell, check, name in (("zsh", ["-n"], "zsh/vendor-completions/_janus"),
                                   ("fish", ["-n"], "fish/vendor_completions.d/janus.fish")):
            script = self.prefix / "share" / name
            text = script.read_text()
            for word in ("explore", "--searcher" if shell == "zsh" else "-l searcher", "random-path"):
                self.assertIn(word, text)
            if shutil.which(shell):
                done = run(shell, *check, script)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_completion_knows_commands_options_and_choices(self):
        script = ('. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _janus; echo "${COMPREPLY[@]}"')
        def completed(*words):
            done = run("bash", "-c", script, self.prefix / "share" / "bash-completion" / "completions" / "janus", "janus", *words)
            self.assertEqual(done.stderr, "")
            return done.stdout.split()
        self.assertEqual(completed("expl"), ["explore"])
        self.assertEqual(completed("run", "--uart-"), ["--uart-input"])
        self.assertEqual(completed("run", "--hooks", "a"), ["auto", "always"])
        self.assertEqual(completed("run", ""), [])

    def test_project_of_firmware_is_built_run_and_explored(self):
        for language in ("NONE", "C"):
            with self.subTest(language=language):
                build = self.build(PROJECT, f"-DLANGUAGES={language}")
                ran = self.janus("run", build / "brake.elf")
                self.assertEqual((ran.returncode, ran.stdout), (0, "brake\n"))
                explored = self.janus("explore", build / "brake.elf")
                self.assertEqual(explored.returncode, UNSAFE, explored.stderr)
                self.assertRegex(explored.stdout, r"assertion failed at \w+ \(main at main\.c:\d+\)")
                replayed = self.janus("replay", build / "brake.elf", "janus-out/finding-1.json")
                self.assertIn("as explored", replayed.stderr)
                self.assertEqual(self.janus("explore", build / "brake_fixed.elf").returncode, SAFE)
                tested = run("ctest", cwd=build)
                self.assertEqual(tested.returncode, 0, tested.stdout)
                self.assertNotIn(bytes(PROJECT), (build / "brake.elf").read_bytes())

    def test_examples_are_a_project_and_do_what_they_show(self):
        build = self.build(self.prefix / "share" / "janus" / "examples")
        self.assertEqual(self.janus("explore", build / "quickstart.elf").returncode, UNSAFE)
        self.assertEqual(self.janus("explore", build / "quickstart_fixed.elf").returncode, SAFE)

    def test_module_in_systemc_is_built_out_of_tree_and_plugged_in(self):
        build = self.build(self.prefix / "share" / "janus" / "module_example")
        module = f"{build / 'root_unit.so'},base=0x10020000"
        def statistics(*options):
            ran = self.janus("run", build / "roots.elf", "--module", module + ",interrupt=20", "--stats", "stats.json", *options)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "1000\n65535\n", ""))
            of_run = json.loads((self.elsewhere / "stats.json").read_text())
            return of_run["cycles"], of_run["instructions"]
        expected = statistics()
        for switch in (["--quantum", "0"], ["--quantum", "1000000"], ["--dmi", "off"], ["--fast", "off"]):
            self.assertEqual(statistics(*switch), expected, switch)
        asleep = self.janus("run", build / "roots.elf", "--module", module)
        self.assertIn("waits for an interrupt that will not come", asleep.stderr)
        for library, said in ((build / "roots.elf", "cannot load the module"), ("/lib/x86_64-linux-gnu/libm.so.6", "no module for Janus")):
            refused = self.janus("run", build / "roots.elf", "--module", f"{library},base=0x10020000")
            self.assertEqual(refused.returncode, 65)
            self.assertRegex(refused.stderr, rf"^janus: .*{said}.*\n$")

    def test_settings_of_the_guide_for_editors_are_valid_and_name_each_other(self):
        guide = (self.prefix / "share" / "doc" / "janus-riscv" / "guide.md").read_text()
        tasks, launch = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", guide, re.DOTALL))
        names = [task["label"] for task in tasks["tasks"]]
        self.assertEqual({one["preLaunchTask"] for one in launch["configurations"]}, set(names))
        ends = tasks["tasks"][0]["problemMatcher"]["background"]["endsPattern"]
        self.assertIn(ends, guide.split("## Debugging")[1].split("(gdb)")[0])  # the line that janus prints

    def test_commands_of_the_guide_build_firmware_without_cmake(self):
        guide = (self.prefix / "share" / "doc" / "janus-riscv" / "guide.md").read_text()
        block, = (text for text in re.findall(r"```sh\n(.*?)```", guide, re.DOTALL) if "--oslib=janus_runtime" in text)
        self.assertTrue(block.startswith("prefix=/usr\n"))
        (self.elsewhere / "main.c").write_text('#include <stdio.h>\nint main(void) { puts("by hand"); }\n')
        made = run("sh", "-ec", block.replace("prefix=/usr\n", f"prefix='{self.prefix}'\n", 1), cwd=self.elsewhere)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertEqual(self.janus("run", "firmware.elf").stdout, "by hand\n")
        (self.elsewhere / "main.c").write_text(C_LIBRARY)
        made = run("sh", "-ec", block.replace("prefix=/usr\n", f"prefix='{self.prefix}'\n", 1), cwd=self.elsewhere)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        explored = self.janus("explore", "firmware.elf", "--all", "--exit-codes", "0,134")
        self.assertEqual(explored.returncode, UNSAFE, explored.stderr)
        self.assertRegex(explored.stdout, r"assertion failed at \w+ \(main at main\.c:11\): n != 7")
        replayed = self.janus("replay", "firmware.elf", "janus-out/finding-1.json")
        self.assertEqual(replayed.returncode, 1)
        self.assertIn("(main at main.c:11): n != 7", replayed.stderr)

    def test_commands_of_the_page_on_the_c_library_build_cxx(self):
        page = (self.prefix / "share" / "doc" / "janus-riscv" / "c-library.md").read_text()
        block = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)[0]  # the other one is about semihosting
        (self.elsewhere / "main.cpp").write_text(CXX)
        made = run("sh", "-ec", block.replace("prefix=/usr\n", f"prefix='{self.prefix}'\n", 1), cwd=self.elsewhere)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertEqual(self.janus("run", "firmware.elf").stdout, "constructed 7 1\n")

    def test_installed_timing_profiles_are_those_that_are_built_in(self):
        build = self.build(PROJECT)
        def cycles(profile):
            ran = self.janus("run", build / "brake.elf", "--timing", profile, "--stats", "stats.json")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            return json.loads((self.elsewhere / "stats.json").read_text())["cycles"]
        profiles = sorted((self.prefix / "share" / "janus" / "timing").iterdir())
        self.assertIn("ibex.timing", [profile.name for profile in profiles])
        for profile in profiles:
            self.assertEqual(cycles(profile), cycles(profile.stem), profile.name)

    def test_missing_compiler_is_named_with_its_package(self):
        _, configured = self.configure(PROJECT, "-DJANUS_RISCV_GCC=OFF")
        self.assertNotEqual(configured.returncode, 0)
        said = " ".join(configured.stderr.split())
        self.assertIn("Firmware needs riscv64-unknown-elf-gcc", said)
        self.assertIn("apt-get install gcc-riscv64-unknown-elf", said)

    def test_no_file_refers_to_the_sources_or_the_build(self):
        # Debug information and sanitizers do, and are for who has the sources.
        binaries = {self.prefix / "bin" / "janus", self.prefix / "lib" / "janus" / "janus-mpi.so"}
        with_paths = binaries if os.environ["JANUS_BUILD_TYPE"] != "Release" else set()
        traces = [bytes(BUILD)] + [bytes(folder) + b"/" for folder in SOURCE.iterdir() if folder.is_dir()]
        files = {file for file in self.prefix.rglob("*") if file.is_file()} - with_paths
        self.assertGreater(len(files), 30)
        for file in files:
            contents = file.read_bytes()
            for trace in traces:
                self.assertNotIn(trace, contents, file)


if __name__ == "__main__":
    unittest.main()
