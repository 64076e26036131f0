//! How the harness scales: whole processes, from 200 to 20,000 tiny tests, compared with starting
//! the bare program as often. Covers the first, the second and the unchanged run, the store, and
//! the merge of many shards.
//!
//! Every figure is compared with another one from the same run: times of another machine or another
//! hour say little. `cargo bench --bench scale -- 200 2000` chooses sizes; 20,000 takes a minute.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use engine::store::{Key, STORE_LIMIT, Store};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How many times each thing is measured. The median counts.
const ROUNDS: usize = 5;

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![200, 2_000, 20_000] } else { sizes };
    println!("tests  bare/test  no cache  per test  /bare  first  second  unchanged  peak MiB");
    for tests in sizes {
        scale(tests);
    }
    store();
    merge();
}

fn scale(tests: usize) {
    let scene = Scene::new(tests);
    let (first, _) = scene.run(&[]);
    let (second, _) = scene.run(&[]);
    let unchanged = median(|| scene.run(&[]).0);
    let rounds: Vec<(Duration, u64)> =
        (0..if tests > 5_000 { 1 } else { ROUNDS }).map(|_| scene.run(&["--no-cache"])).collect();
    let mut times: Vec<Duration> = rounds.iter().map(|(time, _)| *time).collect();
    times.sort();
    let plain = times[times.len() / 2];
    let peak = rounds.iter().map(|(_, peak)| *peak).max().unwrap();
    let bare = scene.bare(tests.min(1_000));
    let each = plain / tests as u32;
    println!(
        "{tests:5}  {:6.0} us  {:5.0} ms  {:5.0} us  {:5.2}  {:3.0} ms  {:3.0} ms  {:6.0} ms  {:6.1}",
        us(bare),
        ms(plain),
        us(each),
        each.as_secs_f64() / bare.as_secs_f64(),
        ms(first),
        ms(second),
        ms(unchanged),
        peak as f64 / 1024.0,
    );
}

/// One C solution and many tests of a few bytes.
struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    fn new(tests: usize) -> Scene {
        let scene = Scene { folder: tempfile::tempdir().unwrap() };
        let write = |file: &str, text: &str| {
            let path = scene.root().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("problems/twice/problem.toml", "title = \"Twice\"\n");
        write("problems/twice/statement.md", "# Twice\n");
        let source = "#include <stdio.h>\nint main(void) { long n; if (scanf(\"%ld\", &n) != 1) return 1; printf(\"%ld\\n\", 2 * n); }\n";
        write("solutions/c/twice.c", source);
        for n in 0..tests {
            write(&format!("testdata/twice/secret/{n}.in"), &format!("{n}\n"));
            write(&format!("testdata/twice/secret/{n}.ans"), &format!("{}\n", 2 * n));
        }
        scene
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("w")
    }

    /// The time of a whole process, and its peak memory in KiB.
    fn run(&self, args: &[&str]) -> (Duration, u64) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.env("HARNESS_CACHE_DIR", self.folder.path().join("cache")).arg("--root").arg(self.root());
        let begun = Instant::now();
        let mut child = command.arg("-q").args(args).stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap();
        let status = PathBuf::from(format!("/proc/{}/status", child.id()));
        let mut peak = 0;
        let ended = loop {
            if let Some(ended) = child.try_wait().unwrap() {
                break ended;
            }
            peak = fs::read_to_string(&status).ok().and_then(|text| high_water(&text)).unwrap_or(peak);
            std::thread::sleep(Duration::from_millis(1));
        };
        assert!(ended.success(), "{ended}");
        (begun.elapsed(), peak)
    }

    /// The time that only starting the program takes, on average.
    fn bare(&self, times: usize) -> Duration {
        let program = self.program();
        let input = self.root().join("testdata/twice/secret/0.in");
        let run = || Command::new(&program).stdin(File::open(&input).unwrap()).output().unwrap();
        run();
        let begun = Instant::now();
        for _ in 0..times {
            run();
        }
        begun.elapsed() / times as u32
    }

    fn program(&self) -> PathBuf {
        let program = self.folder.path().join("bare");
        let source = self.root().join("solutions/c/twice.c");
        assert!(Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(source).status().unwrap().success());
        program
    }
}

fn high_water(status: &str) -> Option<u64> {
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Measures one section of the store with many results: writing it, adding one more, reading it.
fn store() {
    const ENTRIES: u32 = 20_000;
    let folder = tempfile::tempdir().unwrap();
    let key = |n: u32| Key::of(&[], &n.to_le_bytes());
    let name = Key::of(&["program"], b"");
    let mut store = Store::open(folder.path(), STORE_LIMIT);

    let begun = Instant::now();
    store.keep("results", &name, (0..ENTRIES).map(|n| (key(n), vec![7; 120])));
    let first = begun.elapsed();
    let begun = Instant::now();
    store.keep("results", &name, [(key(ENTRIES), vec![7; 120])]);
    let another = begun.elapsed();
    let begun = Instant::now();
    let section = store.load("results", &name);
    assert!((0..=ENTRIES).all(|n| section.get(&key(n)).is_some()));
    let read = begun.elapsed();
    println!(
        "store, {ENTRIES} results of one program: {:.1} ms to write, {:.1} ms with one more, {:.1} ms to read",
        ms(first),
        ms(another),
        ms(read)
    );
}

/// Merges a hundred shards of ten thousand results each, in their own workspace, which remembers
/// the whole run.
fn merge() {
    const SHARDS: usize = 100;
    const TESTS: usize = 10_000;
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("testdata")).unwrap();
    let reports: Vec<PathBuf> = (1..=SHARDS).map(|k| shard(folder.path(), k, SHARDS, TESTS)).collect();
    let bytes: u64 = reports.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    let time = median(|| {
        let begun = Instant::now();
        let mut merge = Command::new(env!("CARGO_BIN_EXE_harness"));
        merge.env_remove("HARNESS_CACHE_DIR").arg("merge").args(&reports).arg("--root").arg(folder.path());
        let merged = merge.output().unwrap();
        assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
        begun.elapsed()
    });
    println!("merge of {SHARDS} x {TESTS} results, {} MB: {:.0} ms", bytes / 1_000_000, ms(time));
}

/// Writes a report as `--shard k/n` does: one solution, all of its tests.
fn shard(folder: &Path, k: usize, n: usize, tests: usize) -> PathBuf {
    let names: Vec<String> = (0..tests).map(|test| format!("\"secret/{test}\"")).collect();
    let results: Vec<String> = (0..tests)
        .map(|test| {
            format!(
                "{{\n \"test\": \"secret/{test}\",\n \"verdict\": \"accepted\",\n \"cpu_ms\": 0.512,\n \"wall_ms\": 0.733,\n \
                 \"memory_kib\": 1536,\n \"note\": null,\n \"permitted\": true\n}}"
            )
        })
        .collect();
    const LIMITS: &str = r#"{"cpu_ms":1000.0,"wall_ms":3000.0,"memory_kib":1,"output_kib":1,"stack_kib":1,"processes":1,"open_files":1,
        "file_size_kib":1}"#;
    let text = format!(
        r#"{{"schema":"harness-report/2","harness":"0","run":{{"root":"/","jobs":1,"compilers":[],"containment":"full","runs":{tests},
        "tests":{tests},"command":"harness","shard":{{"k":{k},"n":{n},"by":"solution","plan":"p","runs":{},"host":"h","cpu":"c"}}}},
        "summary":{{"met":1,"unmet":0,"undecided":0,"faults":0,"judged":{tests},"cached":0,"took_ms":1.0,"interrupted":false,
        "content_errors":0}},"problems":[{{"problem":"p{k}","title":"","limits":{LIMITS},"checker":"lines","tests":[{}]}}],"solutions":[{{"problem":"p{k}","solution":"p{k}","name":"p{k}/p{k}.c",
        "language":"c","path":"x","expected":{{"rules":[]}},"status":"met","verdict":"accepted","whole":true,"all_tests":{tests},"limits":{LIMITS},
        "build":{{"result":"ready","took_ms":1.0,"cached":true}},"tests":[{}]}}]}}"#,
        n * tests,
        names.join(","),
        results.join(",\n"),
    );
    fs::create_dir_all(folder.join(format!("problems/p{k}"))).unwrap();
    let path = folder.join(format!("shard-{k}.json"));
    fs::write(&path, text).unwrap();
    path
}

fn median(mut measure: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| measure()).collect();
    times.sort();
    times[ROUNDS / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
