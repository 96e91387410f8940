/**
 * What a console does with its apps, in a process of its own, for tests that kill it: collects those at the given
 * addresses and keeps their history in a file. Tells its parent `"collecting"` once it does.
 */
import { createCollectors } from "../collector/create-collectors.ts";
import { openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { appConfigOf } from "./app-config-of.ts";
import { silent } from "./collecting.ts";

const [file = ":memory:", ...urls] = process.argv.slice(2);
const database = await openDatabase(file);
const history = await openHistory({ database, logger: silent });
const collectors = createCollectors({
  apps: urls.map((url, i) => appConfigOf(`app-${i}`, url)),
  logger: silent,
  observer: history.observer,
});
history.start();
collectors.start();
// The channel is the parent's hand: without it nobody would ever end this process.
process.on("disconnect", () => process.exit(0));
process.send?.("collecting");
