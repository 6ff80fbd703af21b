/** How the session runs the tests of its workspace: in one process, so that the order of the output is fixed. */
export const TESTS = "node --test --test-isolation=none";
