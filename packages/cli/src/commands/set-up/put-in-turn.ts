import type { CliDeps } from '../../cli-deps.ts';
import { table } from '../../output/table.ts';
import type { PublicOptions } from './public-requests.ts';

interface Report<Done> {
  /** Names the list in JSON. */
  readonly member: string;
  readonly columns: readonly { readonly title: string; readonly of: (done: Done) => string }[];
}

/**
 * Sends one entry after the other, and prints what was done: also where one of them is refused, which ends it. What was
 * done before stays.
 */
export async function putInTurn<Entry, Done>(
  entries: readonly Entry[],
  put: (entry: Entry) => Promise<readonly Done[]>,
  { member, columns }: Report<Done>,
  { output, options }: Pick<CliDeps, 'output'> & { readonly options: PublicOptions },
): Promise<void> {
  const done: Done[] = [];
  try {
    for (const entry of entries) done.push(...(await put(entry)));
  } finally {
    const isJson = options.json === true;
    if (isJson || done.length > 0)
      output.result(isJson ? JSON.stringify({ [member]: done }, null, 2) : table(done, columns));
  }
}
