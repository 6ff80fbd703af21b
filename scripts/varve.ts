// `npm run -s varve -- ARGS`: npm runs a script in the folder of its package.json. Who typed the command meant paths from
// where they stood, so this goes back there first.
import { chdir, env } from "node:process";

if (env.INIT_CWD !== undefined) chdir(env.INIT_CWD);
await import("../plugins/cli/src/main.ts");
