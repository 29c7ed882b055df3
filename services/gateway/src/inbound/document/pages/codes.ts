import { nameOf, operationsOf } from '../open-api.ts';
import type { ApiDocument, Operation } from '../open-api.ts';

interface StatusCodes {
  readonly status: string;
  readonly codes: readonly string[];
}

/** The problem codes of the responses, by their status. */
export function codesByStatus(
  { components }: Pick<ApiDocument, 'components'>,
  responses: Operation['responses'],
): readonly StatusCodes[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const found = '$ref' in response ? components.responses[nameOf(response.$ref)] : response;
    const codes = Object.keys(found?.content?.['application/problem+json']?.examples ?? {});
    return codes.length === 0 ? [] : [{ status, codes }];
  });
}

/** Codes that stand once, because all operations have them, or all that take a key. */
export interface CommonCodes {
  readonly ofAll: ReadonlySet<string>;
  /** With those of all. */
  readonly ofKeyed: ReadonlySet<string>;
}

export function commonCodesOf(document: ApiDocument): CommonCodes {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const shared = (some: readonly Operation[]): ReadonlySet<string> => {
    const [first = new Set<string>(), ...others] = some.map(
      ({ responses }) => new Set(codesByStatus(document, responses).flatMap(({ codes }) => codes)),
    );
    return others.reduce((common, codes) => common.intersection(codes), first);
  };
  return { ofAll: shared(operations), ofKeyed: shared(operations.filter(takesKey)) };
}

export function takesKey({ security }: Operation): boolean {
  return security.length > 0;
}
