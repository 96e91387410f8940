import type { AuditTables } from "../audit/tables.ts";
import type { PauseTables } from "../control/tables.ts";
import type { HistoryTables } from "../history/tables.ts";
import type { AcknowledgementTables } from "../violations/tables.ts";

/** Every table, each declared by the room that writes it. */
export interface Schema extends AuditTables, AcknowledgementTables, HistoryTables, PauseTables {}
