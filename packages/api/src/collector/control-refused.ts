import type { Refusal } from "@stoatflow/engine/wire";
import { ApiError } from "../api-error.ts";
import { oneLine } from "../one-line.ts";

/** An app that says no to a control call, in its own words, and with what it tells beside them. */
export class ControlRefused extends ApiError {
  readonly refusal: Refusal["error"];

  constructor(refusal: Refusal["error"]) {
    super("refused", oneLine(refusal.message));
    this.refusal = refusal;
  }
}
