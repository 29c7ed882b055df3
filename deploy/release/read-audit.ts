import { z } from 'zod';
import type { PnpmResult } from './pnpm.ts';

export interface Advisory {
  readonly severity: string;
  readonly package: string;
  readonly title: string;
  readonly url: string;
}

export type Audit =
  | { readonly kind: 'clean' }
  | { readonly kind: 'found'; readonly advisories: readonly Advisory[] }
  | { readonly kind: 'unavailable'; readonly reason: string };

const advisory = z
  .object({ severity: z.string(), module_name: z.string(), title: z.string(), url: z.string() })
  .transform(({ module_name, ...rest }) => ({ ...rest, package: module_name }));
const report = z.object({ advisories: z.record(z.string(), advisory) });

/** What `pnpm audit --json` printed. It exits with 1 both for advisories and for a registry that does not answer. */
export function readAudit({ stdout, stderr }: PnpmResult): Audit {
  const read = report.safeParse(parsed(stdout));
  if (!read.success) return { kind: 'unavailable', reason: reasonOf(`${stderr}\n${stdout}`) };
  const advisories = Object.values(read.data.advisories);
  return advisories.length === 0 ? { kind: 'clean' } : { kind: 'found', advisories };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(output: string): string {
  return /ERR_PNPM_\w+|E[A-Z]{4,}/.exec(output)?.[0] ?? 'unknown';
}
