import type { Result } from '@lodging/kernel';
import { chooseCandidates, refuseSurelyTooBroad } from '../domain/search/choose-candidates.ts';
import type {
  Candidate,
  CandidatesRefusal,
  Chosen,
  ListedCandidates,
} from '../domain/search/choose-candidates.ts';
import { containsWords } from '../domain/search/fold-text.ts';
import type { StaySearch } from '../domain/search/search.ts';
import type { FindStays, SearchedStays } from '../domain/search/searched-stays.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import { createTurns } from './take-turns.ts';

/** As long as a process folds texts or makes windows before other requests get their turn. */
const CHARACTERS_AT_ONCE = 100_000;
const WINDOWS_AT_ONCE = 200;

interface Choosing {
  readonly search: StaySearch;
  /** Folded. */
  readonly words: readonly string[];
  readonly staysOf: FindStays;
  readonly now: Temporal.Instant;
}

type Deps = Pick<InventoryDeps, 'yieldToOthers'>;

/** Refuses what can be refused before windows are made; these are made in turns with other requests. */
export async function chooseStays<Listed extends Candidate>(
  deps: Deps,
  candidates: ListedCandidates<Listed>,
  choosing: Choosing,
): Promise<Result<Chosen<Listed>, CandidatesRefusal>> {
  const named = { ...candidates, named: await withWords(deps, candidates.listed, choosing.words) };
  const refused = refuseSurelyTooBroad(named, choosing, choosing.now);
  if (refused !== undefined) return refused;
  await makeStays(deps, named.named, choosing.staysOf);
  return chooseCandidates(named, choosing);
}

async function withWords<Listed extends Candidate>(
  { yieldToOthers }: Deps,
  listed: readonly Listed[],
  words: readonly string[],
): Promise<readonly Listed[]> {
  if (words.length === 0) return listed;
  const isMyTurnOver = createTurns(CHARACTERS_AT_ONCE);
  const named: Listed[] = [];
  for (const candidate of listed) {
    const { texts = [] } = candidate;
    if (containsWords(texts, words)) named.push(candidate);
    if (isMyTurnOver(texts.reduce((sum, text) => sum + (text?.length ?? 0), 1))) await yieldToOthers();
  }
  return named;
}

/** Most resources have the stays of another one, which take no time. */
async function makeStays(
  { yieldToOthers }: Deps,
  named: readonly Candidate[],
  staysOf: FindStays,
): Promise<void> {
  const isMyTurnOver = createTurns(WINDOWS_AT_ONCE);
  const made = new Set<SearchedStays>();
  for (const candidate of named) {
    const found = staysOf(candidate);
    if (made.has(found)) continue;
    made.add(found);
    if (isMyTurnOver(1 + found.stays.length)) await yieldToOthers();
  }
}
