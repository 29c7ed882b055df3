export interface Series {
  readonly name: string;
  /** As they are printed: `rpc_method="…",service_name="…"`. */
  readonly labels: string;
  readonly value: number;
}

/** What a service answers at `/metrics`. */
export async function readSeries(healthUrl: string): Promise<Series[]> {
  const text = await (await fetch(`${healthUrl}/metrics`)).text();
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    return name === undefined || line.startsWith('#') ? [] : [{ name, labels, value: Number(value) }];
  });
}

/** The sum of all series of the name that have each of the labels. */
export function sumOf(series: readonly Series[], name: string, ...labels: readonly string[]): number {
  return series
    .filter((one) => one.name === name && labels.every((label) => one.labels.includes(label)))
    .reduce((sum, { value }) => sum + value, 0);
}
