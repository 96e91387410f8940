import { createEventSource } from "eventsource-client";
import { type AppView, applyWatchEvent, watchEvent } from "../wire/index.ts";

/** A subscription to `apps.watch` as a browser reads it: server-sent events with ids. */
export function subscribed(url: string, input: object, lastEventId?: string) {
  const source = createEventSource({
    url: `${url}/apps.watch?input=${encodeURIComponent(JSON.stringify(input))}`,
    ...(lastEventId === undefined ? {} : { initialLastEventId: lastEventId }),
  });
  const events = source[Symbol.asyncIterator]();
  let view: AppView | undefined;
  return {
    async next() {
      for (;;) {
        const { done, value } = await events.next();
        if (done) throw new Error("the stream has ended");
        if (value.event === undefined || value.event === "serialized-error") return value;
      }
    },
    /** The next view, with the events before it applied, and in which form it came. */
    async nextView() {
      const { id, data } = await this.next();
      const event = watchEvent.parse(JSON.parse(data));
      view = applyWatchEvent(view, event);
      if (view === undefined) throw new Error("a subscription began with a delta");
      return { id, kind: event.kind, view, bytes: data.length };
    },
    [Symbol.dispose]: () => source.close(),
  };
}
