use super::*;
use std::os::unix::fs::PermissionsExt;

const KIND: &str = "kind";

struct Scene(tempfile::TempDir);

impl Scene {
    fn new() -> Scene {
        Scene(tempfile::tempdir().unwrap())
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("store")
    }

    fn store(&self, limit: u64) -> Store {
        Store::open(&self.root(), ByteSize(limit))
    }

    fn section(&self, name: &str) -> PathBuf {
        self.root().join(KIND).join(key(name).to_string())
    }

    /// Keeps entries in section `name` as another process would.
    fn keep(&self, name: &str, entries: &[(&str, &[u8])]) -> Vec<Trouble> {
        let mut store = self.store(1 << 30);
        store.keep(KIND, &key(name), entries.iter().map(|(k, value)| (key(k), value.to_vec())));
        store.troubles().to_vec()
    }

    fn found(&self, name: &str, k: &str) -> Option<Vec<u8>> {
        self.store(1 << 30).load(KIND, &key(name)).get(&key(k)).map(<[u8]>::to_vec)
    }
}

fn key(name: &str) -> Key {
    Key::of(&[name], b"")
}

#[test]
fn what_one_process_keeps_the_next_one_finds() {
    let scene = Scene::new();
    assert_eq!(scene.found("s", "a"), None);
    assert_eq!(scene.keep("s", &[("a", b"1"), ("b", b"")]), []);
    assert_eq!(scene.keep("s", &[("a", b"2")]), []);
    assert_eq!(scene.found("s", "a").unwrap(), b"2");
    assert_eq!(scene.found("s", "b").unwrap(), b"");
    assert_eq!(scene.found("other", "a"), None);
}

#[test]
fn opening_and_looking_up_leave_no_trace() {
    let scene = Scene::new();
    let mut store = scene.store(1);
    assert!(store.load(KIND, &key("s")).is_empty());
    store.keep(KIND, &key("s"), []);
    assert!(!scene.root().exists());
    assert_eq!(store.troubles(), []);
}

#[test]
fn a_store_that_is_none_finds_and_keeps_nothing() {
    let mut store = Store::none();
    store.keep(KIND, &key("s"), [(key("a"), b"1".to_vec())]);
    assert!(store.load(KIND, &key("s")).is_empty());
    assert_eq!(store.held(), StoreSize::default());
}

#[test]
fn a_section_that_was_cut_is_a_miss_with_a_reason_and_is_replaced() {
    let scene = Scene::new();
    scene.keep("s", &[("a", b"1"), ("b", b"22")]);
    let whole = fs::read(scene.section("s")).unwrap();
    for cut in 0..whole.len() {
        fs::write(scene.section("s"), &whole[..cut]).unwrap();
        let mut store = scene.store(1 << 20);
        assert!(store.load(KIND, &key("s")).is_empty(), "cut at {cut}");
        assert_eq!(store.troubles()[0].reason, "damaged: not read", "cut at {cut}");
        assert_eq!(scene.keep("s", &[("c", b"333")]), []);
        assert_eq!((scene.found("s", "a"), scene.found("s", "c")), (None, Some(b"333".to_vec())));
    }
}

#[test]
fn a_section_of_another_version_is_a_miss_with_a_reason_and_is_replaced() {
    let scene = Scene::new();
    scene.keep("s", &[("a", b"1")]);
    let mut bytes = fs::read(scene.section("s")).unwrap();
    bytes[14] = b'9';
    fs::write(scene.section("s"), &bytes).unwrap();
    let mut store = scene.store(1 << 20);
    assert!(store.load(KIND, &key("s")).is_empty());
    assert_eq!(store.troubles()[0].reason, "of another version: not read");
    scene.keep("s", &[("b", b"2")]);
    assert_eq!((scene.found("s", "a"), scene.found("s", "b")), (None, Some(b"2".to_vec())));
}

#[test]
fn what_a_kill_leaves_beside_a_section_is_no_section_and_goes_in_time() {
    let scene = Scene::new();
    scene.keep("s", &[("a", b"1")]);
    let partial = |name: &str, age: u64| {
        let path = scene.root().join(KIND).join(format!("{PARTIAL}{name}"));
        fs::write(&path, "half a section").unwrap();
        let file = File::options().append(true).open(&path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        path
    };
    let (old, new) = (partial("old", 7200), partial("new", 10));
    assert_eq!(scene.store(1 << 20).held().sections, 1);
    assert_eq!((old.exists(), new.exists()), (false, true));
    assert_eq!(scene.found("s", "a").unwrap(), b"1");
}

#[test]
fn things_in_the_way_are_misses_with_a_reason() {
    let scene = Scene::new();
    let reason = |name: &str| {
        let mut store = scene.store(1 << 20);
        assert!(store.load(KIND, &key(name)).is_empty());
        store.troubles()[0].reason.clone()
    };
    fs::create_dir_all(scene.section("folder")).unwrap();
    assert_eq!(reason("folder"), "not a file");
    assert_eq!(scene.keep("folder", &[("a", b"1")]).len(), 1);

    File::create(scene.section("long")).unwrap().set_len(SECTION_LIMIT.0 + 1).unwrap();
    assert!(reason("long").contains("too long"));
    assert_eq!(scene.keep("long", &[("a", b"1")]), []);
    assert_eq!(scene.found("long", "a").unwrap(), b"1", "the next writer begins afresh");

    let other = Scene::new();
    fs::write(other.root(), "a file where the store should be").unwrap();
    assert!(!other.keep("s", &[("a", b"1")]).is_empty());
    assert_eq!(other.found("s", "a"), None);
}

/// Root may write to read-only folders, so a folder that nobody can make is tried as well.
#[test]
fn a_store_that_cannot_be_written_is_read_and_says_why() {
    let scene = Scene::new();
    scene.keep("s", &[("a", b"1")]);
    let shelf = scene.root().join(KIND);
    fs::set_permissions(scene.section("s"), fs::Permissions::from_mode(0o400)).unwrap();
    fs::set_permissions(&shelf, fs::Permissions::from_mode(0o500)).unwrap();
    let root_may_write = File::options().append(true).open(scene.section("s")).is_ok();
    let troubles = scene.keep("s", &[("b", b"2")]);
    fs::set_permissions(&shelf, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(troubles.is_empty(), root_may_write);
    assert_eq!(scene.found("s", "a").unwrap(), b"1");
    assert_eq!(scene.found("s", "b").is_some(), root_may_write);

    let mut store = Store::open(Path::new("/dev/null/store"), STORE_LIMIT);
    store.keep(KIND, &key("s"), [(key("a"), b"1".to_vec())]);
    assert!(store.troubles().last().unwrap().reason.contains("os error"));
}

#[test]
fn two_writers_that_loaded_before_either_wrote_lose_nothing() {
    let scene = Scene::new();
    let (mut one, mut two) = (scene.store(1 << 20), scene.store(1 << 20));
    for store in [&mut one, &mut two] {
        assert!(store.load(KIND, &key("s")).is_empty());
    }
    one.keep(KIND, &key("s"), [(key("a"), b"1".to_vec())]);
    two.keep(KIND, &key("s"), [(key("b"), b"2".to_vec())]);
    assert_eq!((scene.found("s", "a"), scene.found("s", "b")), (Some(b"1".to_vec()), Some(b"2".to_vec())));
}

#[test]
fn overwritten_entries_do_not_pile_up() {
    let scene = Scene::new();
    scene.keep("s", &[("b", b"stays")]);
    for round in 0..100 {
        scene.keep("s", &[("a", &[round; 1000])]);
    }
    assert!(fs::metadata(scene.section("s")).unwrap().len() < 8 * 1024);
    assert_eq!(scene.found("s", "a").unwrap(), [99; 1000]);
    assert_eq!(scene.found("s", "b").unwrap(), b"stays");
}

#[test]
fn a_section_keeps_its_newest_entries_when_it_would_pass_its_limit() {
    let scene = Scene::new();
    let large = vec![7; (SECTION_LIMIT.0 / 3) as usize];
    for name in ["a", "b", "c", "d"] {
        assert_eq!(scene.keep("s", &[(name, &large)]), []);
        assert!(fs::metadata(scene.section("s")).unwrap().len() <= SECTION_LIMIT.0);
        assert!(scene.found("s", name).is_some());
    }
    assert_eq!(scene.found("s", "a"), None);
}

#[test]
fn past_its_limit_a_store_drops_the_sections_not_used_for_longest() {
    let scene = Scene::new();
    let day = Duration::from_secs(86_400);
    for (days, name) in [(1, "new"), (3, "oldest"), (2, "old"), (0, "now")] {
        scene.keep(name, &[("a", &[0; 1000])]);
        let file = File::options().append(true).open(scene.section(name)).unwrap();
        file.set_modified(SystemTime::now() - day * days).unwrap();
    }
    let mut store = scene.store(4096);
    store.keep(KIND, &key("s"), [(key("a"), vec![0; 1000])]);
    let left: Vec<&str> =
        ["oldest", "old", "new", "now", "s"].into_iter().filter(|name| scene.section(name).exists()).collect();
    // Five of 1,072 bytes are too many for 4,096; three quarters of that hold two.
    assert_eq!(left, ["now", "s"]);
    assert_eq!(store.held(), StoreSize { sections: 2, bytes: ByteSize(2 * 1072) });
}

#[test]
fn loading_a_section_renews_it() {
    let scene = Scene::new();
    scene.keep("s", &[("a", b"1")]);
    let day = Duration::from_secs(86_400);
    for wrong in [SystemTime::now() - day, SystemTime::now() + day] {
        File::options().append(true).open(scene.section("s")).unwrap().set_modified(wrong).unwrap();
        scene.found("s", "a").unwrap();
        let used = fs::metadata(scene.section("s")).unwrap().modified().unwrap();
        let gap = used.duration_since(SystemTime::now()).unwrap_or_else(|past| past.duration());
        assert!(gap < day / 2, "{gap:?}");
    }
}
