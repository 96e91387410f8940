import type { AuditTables } from "../audit/tables.ts";

/** Every table, each declared by the room that writes it. */
export interface Schema extends AuditTables {}
