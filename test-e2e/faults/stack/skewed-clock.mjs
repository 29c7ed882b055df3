// Loaded before a service (NODE_OPTIONS --import): its wall clock is off by CLOCK_OFF_BY_MS. The monotonic clock and the
// timers of the process are right, as on a machine whose time is wrong.
const offMs = Number(process.env.CLOCK_OFF_BY_MS ?? 0);
const RightDate = globalThis.Date;
const rightNow = RightDate.now.bind(RightDate);

class SkewedDate extends RightDate {
  constructor(...args) {
    if (args.length === 0) super(rightNow() + offMs);
    else super(...args);
  }

  static now() {
    return rightNow() + offMs;
  }
}
globalThis.Date = SkewedDate;

const { Now } = Temporal;
const right = { instant: Now.instant.bind(Now), zone: Now.timeZoneId.bind(Now) };
const instant = () => right.instant().add({ milliseconds: offMs });
const zoned = (zone = right.zone()) => instant().toZonedDateTimeISO(zone);
Object.assign(Now, {
  instant,
  zonedDateTimeISO: zoned,
  plainDateTimeISO: (zone) => zoned(zone).toPlainDateTime(),
  plainDateISO: (zone) => zoned(zone).toPlainDate(),
  plainTimeISO: (zone) => zoned(zone).toPlainTime(),
});
