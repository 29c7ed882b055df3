import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { codeOf } from './lodging.ts';

interface Outcome {
  readonly data: unknown;
  readonly error: unknown;
  /** Of a list: the page after those that are shown. */
  readonly isFetchNextPageError?: boolean;
}

/** The status line or the dialog of the session says it of the whole page. */
const SAID = ['connection_failed', 'session_ended', 'invalid_api_key'];

/**
 * The refusal of a read that is worth an alert. What was read before stays on the screen: where it could not be read again
 * without a connection, it is read when that is back.
 */
export function failureOf({ data, error, isFetchNextPageError = false }: Outcome): unknown {
  const isSaid = data !== undefined && SAID.includes(codeOf(error) ?? '');
  return isSaid && !isFetchNextPageError ? null : error;
}

/** A query for a part of a screen. What a decision is made by, as in a dialog, says that it is not of this moment. */
export function useRead<Answer, Data = Answer, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Answer, Error, Data, Key>,
) {
  const query = useQuery(options);
  return { data: query.data, error: failureOf(query), refetch: query.refetch };
}
