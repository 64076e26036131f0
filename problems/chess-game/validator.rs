//! chess-game: no graph has a cycle. Everything else stands in input.ctd.

fn main() {
    kit::validate(|input| {
        while !input.at_end() {
            let n = input.int("n", 1..=1000)?;
            let mut graph = Vec::new();
            for _ in 0..n {
                let degree = input.int("degree", 0..=999)?;
                let row = input.ints("to", degree, 0..=999)?;
                input.ensure(row.iter().all(|&to| to < n), "an edge leads out of the graph")?;
                graph.push(row);
            }
            input.ensure(is_acyclic(&graph), "the graph that ends here has a cycle")?;
            while !input.skip("0") {
                let m = input.int("m", 1..=10)?;
                input.ints("chessman", m, 0..=999)?;
            }
        }
        input.end()
    })
}

/// Takes away positions whose out-positions are all gone, until none is left or all have some.
fn is_acyclic(graph: &[Vec<i64>]) -> bool {
    let mut into = vec![Vec::new(); graph.len()];
    for (from, row) in graph.iter().enumerate() {
        for &to in row {
            into[to as usize].push(from);
        }
    }
    let mut left: Vec<usize> = graph.iter().map(Vec::len).collect();
    let mut free: Vec<usize> = (0..graph.len()).filter(|&v| left[v] == 0).collect();
    while let Some(gone) = free.pop() {
        for &from in &into[gone] {
            left[from] -= 1;
            if left[from] == 0 {
                free.push(from);
            }
        }
    }
    left.iter().all(|&out| out == 0)
}
