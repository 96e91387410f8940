import { expect, test } from "vitest";
import { isFenced, isTransactionOver, outcomeOfFailedCommit } from "./commit-outcome.ts";

const young = { openForMs: 100, timeoutMs: 60_000 };
const old = { openForMs: 60_000, timeoutMs: 60_000 };

test.each([
  ["a broken connection, a timeout", undefined, young, "unknown"],
  ["a raised epoch before the transaction could time out", "INVALID_PRODUCER_EPOCH", young, "fenced"],
  ["the same by its newer name", "PRODUCER_FENCED", young, "fenced"],
  ["a raised epoch when the broker may have ended the transaction", "INVALID_PRODUCER_EPOCH", old, "aborted"],
  ["a transaction that is being aborted", "INVALID_TXN_STATE", young, "aborted"],
  ["a forgotten producer", "INVALID_PRODUCER_ID_MAPPING", young, "aborted"],
  ["a coordinator that may have written the decision", "GROUP_COORDINATOR_NOT_AVAILABLE", young, "unknown"],
  ["a coordinator that has moved", "NOT_COORDINATOR_FOR_GROUP", young, "unknown"],
  ["a commit that is already under way", "CONCURRENT_TRANSACTIONS", young, "unknown"],
  ["an error without a name", "UNKNOWN", young, "unknown"],
] as const)("%s: %s", (_what, brokerError, age, outcome) => {
  expect(outcomeOfFailedCommit(brokerError, age)).toBe(outcome);
});

test("only a raised epoch fences, and only while the transaction cannot have timed out", () => {
  expect(isFenced("INVALID_PRODUCER_EPOCH", young)).toBe(true);
  expect(isFenced("INVALID_PRODUCER_EPOCH", old)).toBe(false);
  expect(isFenced("INVALID_TXN_STATE", young)).toBe(false);
  expect(isFenced(undefined, young)).toBe(false);
});

test("a broken sequence means that the epoch is done again, a broken connection says nothing", () => {
  expect(isTransactionOver("OUT_OF_ORDER_SEQUENCE_NUMBER")).toBe(true);
  expect(isTransactionOver("INVALID_TXN_STATE")).toBe(true);
  expect(isTransactionOver(undefined)).toBe(false);
});
