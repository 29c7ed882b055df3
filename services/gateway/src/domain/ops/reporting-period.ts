/** Local dates, YYYY-MM-DD; `to` is exclusive. */
export interface ReportingPeriod {
  readonly from: string;
  readonly to: string;
}

/** A missing bound is that of the current calendar month. `today` is called only where a bound is missing. */
export function reportingPeriod(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: () => Temporal.PlainDate,
): ReportingPeriod {
  if (from !== undefined && to !== undefined) return { from, to };
  const first = today().with({ day: 1 });
  return { from: from ?? first.toString(), to: to ?? first.add({ months: 1 }).toString() };
}
