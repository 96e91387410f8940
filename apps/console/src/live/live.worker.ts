/** The worker that all tabs of a browser share: it runs their hub. It ends with the last of them. */
import type { TabMessage } from "./hub-messages.ts";
import { makeHub } from "./make-hub.ts";

const hub = makeHub();

addEventListener("connect", (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports)
    port.onmessage = ({ data }: MessageEvent<TabMessage>) =>
      hub.hear(data, (message) => port.postMessage(message));
});
