// Loaded before a process: its wall clock is off by CLOCK_SHIFT_MS, as on a machine whose clock is wrong.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + shiftMs] : given));
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
