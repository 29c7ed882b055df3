export interface Period {
  readonly from: string;
  /** Not included. */
  readonly to: string;
}

export function periodOf(
  wanted: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: () => Temporal.PlainDate,
): Period {
  const { from, to } = wanted;
  if (from !== undefined && to !== undefined) return { from, to };
  const first = today().with({ day: 1 });
  return { from: from ?? first.toString(), to: to ?? first.add({ months: 1 }).toString() };
}
