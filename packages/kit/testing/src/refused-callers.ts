import type { Caller, RequestContext } from '@lodging/kit-runtime';
import { clientContext } from './client-context.ts';

interface TestedRoute {
  readonly subject: string;
  read(body: unknown): (ctx: RequestContext) => Promise<RouteOutcome>;
}

type RouteOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: { readonly code: string } };

const NO_TENANT = '00000000-0000-0000-0000-000000000000';

interface TestedCaller {
  readonly kind: Caller['kind'];
  readonly permissions: readonly string[];
}

/** By the names of the callers that are refused with `code`: the operations that refuse them and no other caller. */
export async function refusedCallers(
  routes: readonly TestedRoute[],
  callers: Readonly<Record<string, TestedCaller>>,
  code: string,
): Promise<Readonly<Record<string, string[]>>> {
  const refused = routes.map(async (route) => {
    const names = Object.keys(callers);
    const outcomes = await Promise.all(Object.values(callers).map((caller) => codeOf(route, caller)));
    const operation = route.subject.split('.').at(-1) ?? '';
    return { operation, callers: names.filter((_, place) => outcomes[place] === code).join(' ') };
  });
  const byCallers = Object.groupBy(await Promise.all(refused), ({ callers: names }) => names);
  return Object.fromEntries(
    Object.entries(byCallers)
      .filter(([names]) => names !== '')
      .map(([names, found = []]) => [names, found.map(({ operation }) => operation).toSorted()]),
  );
}

/** A caller that is not refused gets as far as the empty body, which does not fit. */
async function codeOf(route: TestedRoute, { kind, permissions }: TestedCaller): Promise<string> {
  try {
    const outcome = await route.read(undefined)(
      clientContext(NO_TENANT, true, { timeoutMs: 1_000, caller: { kind, permissions: [...permissions] } }),
    );
    return outcome.ok ? 'ok' : outcome.refusal.code;
  } catch {
    return 'not refused';
  }
}
