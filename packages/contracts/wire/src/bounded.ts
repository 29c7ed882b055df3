import { z } from 'zod';

/** A list or a record with so many faults is checked no further: an answer names no more of them. */
const ENOUGH_FAULTS = 20;
/** A record that is written key by key cannot have it: an assignment would set the prototype. */
const UNSTORABLE_KEY = '__proto__';

type Payload = z.core.ParsePayload;
type Parse = (payload: Payload, ctx: z.core.ParseContextInternal) => z.core.util.MaybeAsync<Payload>;

interface Parsing {
  readonly parse: Parse;
}

/** The lists inside the elements of a list, counted together. */
interface Together {
  readonly max: number;
  readonly message: string;
  readonly count: (element: unknown) => number;
}

interface BoundedArrayDef extends z.core.$ZodArrayDef {
  readonly max: number;
  readonly together: Together | undefined;
}

interface BoundedRecordDef extends z.core.$ZodRecordDef<z.core.$ZodRecordKey, z.core.$ZodType> {
  readonly max: number;
}

const BoundedArray = z.core.$constructor<z.ZodArray, BoundedArrayDef>('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  const { parse: parseOther } = inst._zod as unknown as Parsing;
  const parse: Parse = (payload, ctx) => {
    const list = payload.value;
    if (!Array.isArray(list)) return parseOther(payload, ctx);
    // The check of the length follows and refuses it.
    if (list.length > def.max) return payload;
    if (isTooMuch(list, def.together)) return refuse(payload, inst, def.together?.message ?? '');
    const parsed: unknown[] = [];
    payload.value = parsed;
    for (const [index, value] of list.entries()) {
      const element = sync(def.element._zod.run({ value, issues: [] }, ctx));
      parsed.push(element.value);
      payload.issues.push(...z.core.util.prefixIssues(index, element.issues));
      if (hasEnough(payload)) break;
    }
    return payload;
  };
  inst._zod.parse = parse as typeof inst._zod.parse;
});

const BoundedRecord = z.core.$constructor<
  z.ZodRecord<z.core.$ZodRecordKey, z.core.$ZodType>,
  BoundedRecordDef
>('BoundedRecord', (inst, def) => {
  z.ZodRecord.init(inst, def);
  const { parse: parseRecord } = inst._zod as unknown as Parsing;
  const parse: Parse = (payload, ctx) => {
    const record = payload.value;
    if (!z.core.util.isPlainObject(record)) return parseRecord(payload, ctx);
    const names = Object.keys(record);
    const excess = names[def.max];
    if (excess !== undefined) return refuse(payload, inst, `must have at most ${def.max} keys`, excess);
    if (names.includes(UNSTORABLE_KEY))
      return refuse(payload, inst, 'is not an allowed key name', UNSTORABLE_KEY);
    const parsed: Record<string, unknown> = {};
    payload.value = parsed;
    for (const name of names) {
      const entry = sync(parseRecord({ value: { [name]: record[name] }, issues: [] }, ctx));
      Object.assign(parsed, entry.value);
      payload.issues.push(...entry.issues);
      if (hasEnough(payload)) break;
    }
    return payload;
  };
  inst._zod.parse = parse as typeof inst._zod.parse;
});

/**
 * A list of a request. Its length is checked before its elements, these one by one, up to the element of the twentieth fault,
 * so that a refusal costs no more than one of twenty faults however long the list is.
 */
export function boundedArray<Element extends z.ZodType>(
  element: Element,
  { min = 0, max, together }: { readonly min?: number; readonly max: number; readonly together?: Together },
): z.ZodArray<Element> {
  const list = new BoundedArray({ type: 'array', element, max, together }) as z.ZodArray<Element>;
  const bounded = list.max(max, { abort: true });
  return min === 0 ? bounded : bounded.min(min);
}

/** A record of a request with keys of the client's choice, checked like `boundedArray`. */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  keyType: Key,
  valueType: Value,
  max: number,
): z.ZodRecord<Key, Value> {
  const record = new BoundedRecord({ type: 'record', keyType, valueType, max });
  return record.meta({ maxProperties: max }) as unknown as z.ZodRecord<Key, Value>;
}

/** A list of an answer: the document has its maximum, which is not checked when the answer is read. */
export function listOf<Element extends z.ZodType>(element: Element, max: number): z.ZodArray<Element> {
  return z.array(element).meta({ maxItems: max });
}

/** A record of an answer, as `listOf`. */
export function recordOf<Value extends z.ZodType>(
  value: Value,
  max: number,
): z.ZodRecord<z.ZodString, Value> {
  return z.record(z.string(), value).meta({ maxProperties: max });
}

function isTooMuch(list: readonly unknown[], together: Together | undefined): boolean {
  if (together === undefined) return false;
  return list.reduce<number>((sum, element) => sum + together.count(element), 0) > together.max;
}

function refuse(payload: Payload, inst: z.core.$ZodType, message: string, ...path: string[]): Payload {
  payload.issues.push({ code: 'custom', message, path, input: payload.value, inst, continue: false });
  return payload;
}

/** Refinements of what holds the list must not see the elements that were left out. */
function hasEnough({ issues }: Payload): boolean {
  if (issues.length < ENOUGH_FAULTS) return false;
  const last = issues.at(-1);
  if (last !== undefined) issues.splice(-1, 1, { ...last, continue: false });
  return true;
}

function sync(payload: z.core.util.MaybeAsync<Payload>): Payload {
  if (payload instanceof Promise) throw new Error('shapes of requests are synchronous');
  return payload;
}
