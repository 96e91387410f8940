/** What the collectors need of a logger; pino's is one. */
export interface CollectorLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
