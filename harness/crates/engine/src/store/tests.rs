use super::*;
use std::os::unix::fs::PermissionsExt;

const SHELF: &str = "shelf";

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
        self.root().join(SHELF).join(key(name).to_string())
    }

    /// Keeps entries in section `name` as another process would.
    fn keep(&self, name: &str, entries: &[(&str, &[u8])]) -> Vec<Trouble> {
        let mut store = self.store(1 << 30);
        let mut section = store.load(SHELF, &key(name));
        for (k, value) in entries {
            section.add(key(k), value.to_vec());
        }
        store.keep(&mut section);
        for (k, value) in entries {
            assert_eq!(section.get(&key(k)), Some(*value), "what was added stays readable");
        }
        store.troubles().to_vec()
    }

    fn found(&self, name: &str, k: &str) -> Option<Vec<u8>> {
        self.store(1 << 30).load(SHELF, &key(name)).get(&key(k)).map(<[u8]>::to_vec)
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
    let mut section = store.load(SHELF, &key("s"));
    store.keep(&mut section);
    assert!(section.is_empty() && !scene.root().exists());
    assert_eq!(store.troubles(), []);
}

#[test]
fn a_store_that_is_none_finds_and_keeps_nothing() {
    let mut store = Store::none();
    let mut section = store.load(SHELF, &key("s"));
    section.add(key("a"), b"1".to_vec());
    store.keep(&mut section);
    assert_eq!(section.get(&key("a")), Some(&b"1"[..]));
    assert_eq!(store.held(), Held::default());
}

#[test]
fn after_a_kill_at_any_byte_the_next_writer_goes_on_behind_what_is_whole() {
    let scene = Scene::new();
    scene.keep("s", &[("a", b"1")]);
    let first = fs::read(scene.section("s")).unwrap();
    scene.keep("s", &[("b", b"22"), ("c", b"333")]);
    let both = fs::read(scene.section("s")).unwrap();
    for cut in 0..=both.len() {
        fs::write(scene.section("s"), &both[..cut]).unwrap();
        let whole = if cut >= first.len() { Some(b"1".to_vec()) } else { None };
        assert_eq!(scene.found("s", "a"), whole, "cut at {cut}");
        assert_eq!(
            scene.keep("s", &[("d", b"4")]).len(),
            usize::from(![0, 16, first.len(), both.len()].contains(&cut))
        );
        assert_eq!(scene.found("s", "a"), whole, "cut at {cut}, then written");
        assert_eq!(scene.found("s", "d").unwrap(), b"4", "cut at {cut}");
        assert_eq!(scene.found("s", "b").is_some(), cut == both.len());
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
    assert!(store.load(SHELF, &key("s")).is_empty());
    assert_eq!(store.troubles()[0].reason, "of another version: not read");
    scene.keep("s", &[("b", b"2")]);
    assert_eq!((scene.found("s", "a"), scene.found("s", "b")), (None, Some(b"2".to_vec())));
}

#[test]
fn things_in_the_way_are_misses_with_a_reason() {
    let scene = Scene::new();
    fs::create_dir_all(scene.section("folder")).unwrap();
    assert_eq!(scene.keep("folder", &[("a", b"1")])[0].reason, "not a file");

    File::create(scene.section("long")).unwrap().set_len(SECTION_LIMIT.0 + 1).unwrap();
    assert!(scene.keep("long", &[("a", b"1")])[0].reason.contains("too long"));
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
    let shelf = scene.root().join(SHELF);
    fs::set_permissions(scene.section("s"), fs::Permissions::from_mode(0o400)).unwrap();
    fs::set_permissions(&shelf, fs::Permissions::from_mode(0o500)).unwrap();
    let root_may_write = File::options().append(true).open(scene.section("s")).is_ok();
    let troubles = scene.keep("s", &[("b", b"2")]);
    fs::set_permissions(&shelf, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(troubles.is_empty(), root_may_write);
    assert_eq!(scene.found("s", "a").unwrap(), b"1");
    assert_eq!(scene.found("s", "b").is_some(), root_may_write);

    let mut store = Store::open(Path::new("/dev/null/store"), STORE_LIMIT);
    let mut section = store.load(SHELF, &key("s"));
    section.add(key("a"), b"1".to_vec());
    store.keep(&mut section);
    assert_eq!(section.get(&key("a")), Some(&b"1"[..]));
    assert!(store.troubles().last().unwrap().reason.contains("os error"));
}

#[test]
fn a_lock_that_is_not_given_back_is_not_waited_for() {
    let scene = Scene::new();
    scene.keep("s", &[("a", b"1")]);
    let held = File::open(scene.section("s")).unwrap();
    held.lock().unwrap();
    assert_eq!(scene.keep("s", &[("b", b"2")])[0].reason, "another harness does not let go of it");
    drop(held);
    assert_eq!((scene.found("s", "a"), scene.found("s", "b")), (Some(b"1".to_vec()), None));
}

#[test]
fn two_writers_that_loaded_before_either_wrote_lose_nothing() {
    let scene = Scene::new();
    let (mut one, mut two) = (scene.store(1 << 20), scene.store(1 << 20));
    let (mut first, mut second) = (one.load(SHELF, &key("s")), two.load(SHELF, &key("s")));
    first.add(key("a"), b"1".to_vec());
    second.add(key("b"), b"2".to_vec());
    one.keep(&mut first);
    two.keep(&mut second);
    assert_eq!(second.get(&key("a")), Some(&b"1"[..]), "the second writer sees the first one's entries");
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
    let mut section = store.load(SHELF, &key("s"));
    section.add(key("a"), vec![0; 1000]);
    store.keep(&mut section);
    let left: Vec<&str> =
        ["oldest", "old", "new", "now", "s"].into_iter().filter(|name| scene.section(name).exists()).collect();
    // Five of 1,072 bytes are too many for 4,096; three quarters of that hold two.
    assert_eq!(left, ["now", "s"]);
    assert_eq!(store.held(), Held { sections: 2, bytes: ByteSize(2 * 1072) });
    store.clear();
    assert_eq!(store.held(), Held::default());
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
