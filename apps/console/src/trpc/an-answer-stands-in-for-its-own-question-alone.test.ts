import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { keepAnswerOf } from "./keep-answer-of.ts";

const client = new QueryClient();
afterEach(() => client.clear());

/** A question about the last `span`, whose answer is here only for the first beat. */
const asked = (span: string, beat: number) => ({
  queryKey: ["changes", span, beat],
  queryFn: () => (beat === 0 ? Promise.resolve(`of the last ${span}`) : new Promise<string>(() => undefined)),
  ...keepAnswerOf(span),
});

test("the next beat of a question keeps its answer, and another question waits for one of its own", async () => {
  const observer = new QueryObserver(client, asked("15 min", 0));
  const unsubscribe = observer.subscribe(() => undefined);
  await client.ensureQueryData(asked("15 min", 0));
  observer.setOptions(asked("15 min", 1));
  expect(observer.getCurrentResult()).toMatchObject({
    data: "of the last 15 min",
    isPlaceholderData: true,
  });
  observer.setOptions(asked("7 d", 1));
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, status: "pending" });
  observer.setOptions(asked("15 min", 2));
  expect(observer.getCurrentResult().data).toBe("of the last 15 min");
  unsubscribe();
});
