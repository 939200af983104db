import type { ProcessTree } from "./process-tree.ts";

const running = new Set<ProcessTree>();

/**
 * Ends a tree by force when this process exits before it is gone. One listener serves all trees, and only while
 * there are any. A host that a signal ends without a handler never gets to it: its children then see only their stdin
 * end.
 *
 * @param tree - a server that was just started
 * @returns forgets the tree, once it is gone
 */
export function endWithHost(tree: ProcessTree): () => void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(tree);
  return () => {
    if (running.delete(tree) && running.size === 0) process.off("exit", endAll);
  };
}

function endAll(): void {
  for (const tree of running) tree.end("force");
}
