//! Trees and graphs. Nodes are numbered from 1, in an order that reveals nothing. No edge occurs
//! twice, and none leads from a node to itself.

use crate::rng::Rng;
use std::collections::HashSet;

type Edge = (i64, i64);

impl Rng {
    /// Draws the `n` - 1 edges of a tree. Each node is attached to one of the `reach` nodes before
    /// it: 1 gives a path, a small number a deep tree, `n` a shallow one.
    ///
    /// ```
    /// let path = kit::Rng::new(7).tree(3, 1);
    /// assert_eq!(path, [(3, 2), (2, 1)]);
    /// ```
    ///
    /// # Panics
    /// If `reach` is not positive.
    pub fn tree(&mut self, n: i64, reach: i64) -> Vec<Edge> {
        let edges = self.hang(n, reach);
        self.disguise(n, edges)
    }

    /// Draws `m` edges between `n` nodes.
    ///
    /// # Panics
    /// If there are not that many edges; this also holds for `connected` and `dag`.
    pub fn graph(&mut self, n: i64, m: i64) -> Vec<Edge> {
        let edges = self.fill(n, m, Vec::new());
        self.disguise(n, edges)
    }

    /// Draws `m` edges that connect all `n` nodes. `m` is at least `n` - 1.
    pub fn connected(&mut self, n: i64, m: i64) -> Vec<Edge> {
        let tree = self.hang(n, n);
        assert!(m >= tree.len() as i64, "{} edges do not connect {} nodes", m, n);
        let edges = self.fill(n, m, tree);
        self.disguise(n, edges)
    }

    /// Draws `m` directed edges, each from its first node to its second, without a cycle.
    pub fn dag(&mut self, n: i64, m: i64) -> Vec<Edge> {
        let edges = self.fill(n, m, Vec::new());
        self.rename(n, edges)
    }

    /// A tree on 0..n, each edge from the smaller to the larger node.
    fn hang(&mut self, n: i64, reach: i64) -> Vec<Edge> {
        assert!(reach > 0, "a node hangs on one of {} nodes", reach);
        (1..n).map(|node| (node - 1 - self.below(reach.min(node)), node)).collect()
    }

    /// Adds edges between 0..n until there are `m`, each from the smaller to the larger node.
    fn fill(&mut self, n: i64, m: i64, mut edges: Vec<Edge>) -> Vec<Edge> {
        assert!(m <= n * (n - 1) / 2, "{} nodes have no {} edges", n, m);
        let mut taken: HashSet<Edge> = edges.iter().copied().collect();
        while (edges.len() as i64) < m {
            let (a, b) = (self.below(n), self.below(n));
            let edge = (a.min(b), a.max(b));
            if a != b && taken.insert(edge) {
                edges.push(edge);
            }
        }
        edges
    }

    /// Like [`rename`](Rng::rename), but each edge has its nodes in either order.
    fn disguise(&mut self, n: i64, edges: Vec<Edge>) -> Vec<Edge> {
        let mut edges = self.rename(n, edges);
        for edge in &mut edges {
            if self.chance(50) {
                *edge = (edge.1, edge.0);
            }
        }
        edges
    }

    /// Renames the nodes 0..n to 1..=n at random, and shuffles the edges.
    fn rename(&mut self, n: i64, mut edges: Vec<Edge>) -> Vec<Edge> {
        let names = self.permutation(n);
        self.shuffle(&mut edges);
        edges.iter().map(|&(a, b)| (names[a as usize], names[b as usize])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of connected components.
    fn parts(n: i64, edges: &[Edge]) -> i64 {
        let mut part: Vec<i64> = (0..=n).collect();
        let mut left = n;
        for &(a, b) in edges {
            let (old, new) = (part[a as usize], part[b as usize]);
            if old != new {
                left -= 1;
                part.iter_mut().filter(|p| **p == old).for_each(|p| *p = new);
            }
        }
        left
    }

    fn check_simple(n: i64, m: i64, edges: &[Edge]) {
        assert_eq!(edges.len() as i64, m);
        let different: HashSet<Edge> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        assert_eq!(different.len() as i64, m);
        assert!(edges.iter().all(|&(a, b)| a != b && a >= 1 && b >= 1 && a <= n && b <= n));
    }

    #[test]
    fn trees_of_every_reach_have_one_part() {
        for seed in 0..50 {
            for &(n, reach) in &[(1, 1), (2, 1), (10, 1), (10, 3), (30, 30)] {
                let tree = Rng::new(seed).tree(n, reach);
                check_simple(n, n - 1, &tree);
                assert_eq!(parts(n, &tree), 1);
            }
        }
    }

    #[test]
    fn a_reach_of_one_gives_a_path() {
        let tree = Rng::new(3).tree(20, 1);
        let degree = |node| tree.iter().filter(|&&(a, b)| a == node || b == node).count();
        assert!((1..=20).all(|node| degree(node) <= 2));
    }

    #[test]
    fn graphs_are_simple_up_to_the_complete_one_and_connected_where_asked() {
        for seed in 0..20 {
            for &(n, m) in &[(1, 0), (5, 4), (5, 10), (12, 20)] {
                check_simple(n, m, &Rng::new(seed).graph(n, m));
                let connected = Rng::new(seed).connected(n, m);
                check_simple(n, m, &connected);
                assert_eq!(parts(n, &connected), 1);
            }
        }
    }

    #[test]
    fn a_dag_has_no_cycle() {
        for seed in 0..20 {
            let mut edges = Rng::new(seed).dag(9, 30);
            check_simple(9, 30, &edges);
            // Remove edges from nodes that no edge leads to, round after round. On a cycle there
            // are none.
            while !edges.is_empty() {
                let before = edges.clone();
                edges.retain(|&(a, _)| before.iter().any(|&(_, b)| a == b));
                assert!(edges.len() < before.len());
            }
        }
    }

    #[test]
    #[should_panic(expected = "4 nodes have no 7 edges")]
    fn more_edges_than_exist_are_a_mistake() {
        Rng::new(1).graph(4, 7);
    }
}
