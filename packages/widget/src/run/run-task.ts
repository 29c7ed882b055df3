import type { Answer, BookingApi } from '../api/booking-api.ts';
import type { Alternative, Problem, Resource, SearchResult } from '../api/records.ts';
import type { Event } from '../machine/events.ts';
import type { About, GuestDetails, Known, KnownResource, Model, Task } from '../machine/model.ts';
import { paymentAddress } from './payment-address.ts';
import { returnAddress } from './return-address.ts';

/** Not of the API: its answer names an address that the page must not open. */
const UNSAFE_ADDRESS: Problem = {
  code: 'unsafe_payment_address',
  status: 0,
  requestId: null,
  retryAfterSeconds: null,
  reasons: [],
  alternatives: [],
  missingDates: [],
};

export interface TaskDeps {
  readonly api: BookingApi;
  readonly currency: string | null;
  readonly now: () => number;
  readonly publishableKey: string;
  /** Of the words, as a tag of BCP 47. */
  readonly language: () => string;
  /** The page has terms, or a privacy policy, that the guest accepts before paying. */
  readonly needsConsent: () => boolean;
  readonly leaveFor: (address: URL) => void;
}

/** Sends the request of a task, and returns the reply as an event. */
export async function runTask(deps: TaskDeps, model: Model, task: Task): Promise<Event> {
  const answer = await request(deps, model, task);
  if (answer.ok) return answer.value;
  const problem = await withAlternatives(deps, model, answer.problem);
  const known = await nameResources(deps, model, problem.alternatives);
  return { kind: 'refused', task, problem, known };
}

/** A hold that came too late names nothing else; a new price for the same stay does, where nothing is left of it. */
async function withAlternatives(deps: TaskDeps, model: Model, problem: Problem): Promise<Problem> {
  if (problem.code !== 'hold_conflict') return problem;
  const again = await quote(deps, model);
  return again.ok ? problem : { ...problem, alternatives: again.problem.alternatives };
}

function request(deps: TaskDeps, model: Model, task: Task): Promise<Answer<Event>> {
  switch (task.kind) {
    case 'search':
      return search(deps, model, task);
    case 'quote':
      return quote(deps, model);
    case 'hold':
    case 'check':
      return hold(deps, model, task.kind === 'hold' ? 'held' : 'checked');
    case 'checkout':
      return checkout(deps, model);
    default:
      return identify(deps, model, task);
  }
}

async function search(
  { api, currency, now, ...deps }: TaskDeps,
  model: Model,
  { bookableOnly, cursor }: Extract<Task, { kind: 'search' }>,
): Promise<Answer<Event>> {
  const [answer, details] = await Promise.all([
    api.search({ ...model.requestedStay, resourceId: model.resourceId, bookableOnly, cursor, currency }),
    descriptions(api, model),
  ]);
  if (!answer.ok) return answer;
  const page = answer.value;
  const nowMs = now();
  const known = Object.fromEntries(
    page.results.map((result) => [result.resource.id, knownFrom(result, details)]),
  );
  const named = await nameResources(
    { api, currency, now, ...deps },
    { ...model, known: { ...model.known, ...known } },
    page.results.flatMap(({ alternatives }) => alternatives),
  );
  return { ok: true, value: { kind: 'found', page, known: { ...known, ...named }, nowMs } };
}

async function quote({ api, currency }: TaskDeps, { choice, requestedStay }: Model): Promise<Answer<Event>> {
  if (choice === null) throw new Error('a price without a stay');
  const { resourceId, ratePlanId, from, to } = choice;
  const { adults, childAges } = requestedStay;
  const answer = await api.quote({ resourceId, ratePlanId, from, to, adults, childAges, currency });
  return answer.ok ? { ok: true, value: { kind: 'quoted', quote: answer.value } } : answer;
}

async function hold(
  { api }: TaskDeps,
  { quote: quoted, holdKey }: Model,
  kind: 'held' | 'checked',
): Promise<Answer<Event>> {
  if (quoted === null || holdKey === null) throw new Error('a hold without a price');
  const answer = await api.hold(quoted.signedQuoteToken, holdKey);
  return answer.ok ? { ok: true, value: { kind, hold: answer.value } } : answer;
}

async function checkout({ api, publishableKey, leaveFor }: TaskDeps, model: Model): Promise<Answer<Event>> {
  const answer = await api.checkout(holdId(model), returnAddress('paid'), returnAddress('cancelled'));
  if (!answer.ok) return answer;
  const address = paymentAddress(answer.value.url, publishableKey);
  if (address === null) return { ok: false, problem: UNSAFE_ADDRESS };
  // The state is kept before the page is left.
  setTimeout(() => leaveFor(address));
  return { ok: true, value: { kind: 'leaving' } };
}

async function identify(
  { api, language, needsConsent }: TaskDeps,
  model: Model,
  task: Extract<Task, { kind: 'send_code' | 'verify_code' | 'confirm' }>,
): Promise<Answer<Event>> {
  const id = holdId(model);
  if (task.kind === 'send_code') {
    const answer = await api.sendCode(id, model.email, language());
    return answer.ok ? { ok: true, value: { kind: 'code_sent' } } : answer;
  }
  if (task.kind === 'verify_code') {
    const answer = await api.verifyCode(id, model.email, task.code, givenOf(model.guest));
    return answer.ok
      ? {
          ok: true,
          value: {
            kind: 'verified',
            token: answer.value.guestVerificationToken,
            needsConsent: needsConsent(),
          },
        }
      : answer;
  }
  const answer = await api.confirm(id, model.guestToken ?? '');
  return answer.ok ? { ok: true, value: { kind: 'confirmed', hold: answer.value } } : answer;
}

function givenOf(guest: GuestDetails): Partial<GuestDetails> {
  return Object.fromEntries(Object.entries(guest).filter(([, value]) => value !== ''));
}

function holdId({ hold: held }: Model): string {
  if (held === null) throw new Error('no hold');
  return held.id;
}

type Descriptions = ReadonlyMap<string, Resource>;

/** A search does not have them. Without an answer, results are shown without. */
async function descriptions(api: BookingApi, { resourceId }: Model): Promise<Descriptions> {
  const answer = await (resourceId === null ? api.resources() : api.resource(resourceId));
  if (!answer.ok) return new Map();
  const read = 'resources' in answer.value ? answer.value.resources : [answer.value];
  return new Map(read.map((resource) => [resource.id, resource]));
}

function aboutOf({ photoUrls, capacity, features }: Found, description: string | null): About {
  return { photoUrl: photoUrls[0] ?? null, description, capacity, features };
}
type Found = Pick<Resource, 'photoUrls' | 'capacity' | 'features'>;

function knownFrom({ resource, offers }: SearchResult, details: Descriptions): KnownResource {
  const named = offers.flatMap(({ ratePlanId, name }) =>
    ratePlanId === null || name === null ? [] : [[ratePlanId, name]],
  );
  const { id, name, timezone } = resource;
  const about = aboutOf(resource, details.get(id)?.description ?? null);
  return { name, timezone, plans: Object.fromEntries(named), about };
}

/** Alternatives name resources by id alone. One that cannot be read is left out of what is shown. */
async function nameResources(
  { api }: TaskDeps,
  { known }: Model,
  alternatives: readonly Alternative[],
): Promise<Known> {
  const ids = new Set(alternatives.map(({ resourceId }) => resourceId));
  const missing = [...ids].filter((id) => known[id] === undefined).slice(0, 10);
  const answers = await Promise.all(missing.map((id) => api.resource(id)));
  const named = answers.flatMap((answer) => {
    if (!answer.ok) return [];
    const { id, name, timezone, ratePlans, description } = answer.value;
    const plans = Object.fromEntries(ratePlans.map((plan) => [plan.id, plan.name]));
    return [[id, { name, timezone, plans, about: aboutOf(answer.value, description) }] as const];
  });
  return Object.fromEntries(named);
}
