type Json = Record<string, unknown>;

interface Step {
  stepId: string;
  operationId: string;
  parameters?: { name: string; in: string; value: unknown }[];
  requestBody?: { payload: Json };
  successCriteria: { condition: string }[];
  onFailure?: { type: string; retryAfter: number; retryLimit: number; criteria: { condition: string }[] }[];
  outputs?: Record<string, string>;
}
export interface Arazzo {
  sourceDescriptions: { url: string }[];
  workflows: {
    workflowId: string;
    inputs: { required: string[] };
    steps: Step[];
    outputs: Record<string, string>;
  }[];
}
interface Answered {
  statusCode: number;
  body: unknown;
}
interface Known {
  inputs: Json;
  steps: Record<string, { outputs: Json }>;
  answer?: Answered;
}

/** Runs a workflow as it is written: each step by its operationId, until its criteria hold. Results in its outputs. */
export async function runWorkflow(
  arazzo: Arazzo,
  workflowId: string,
  key: string,
  inputs: Json,
): Promise<Json> {
  const workflow = arazzo.workflows.find((one) => one.workflowId === workflowId);
  if (workflow === undefined) throw new Error(`there is no workflow ${workflowId}`);
  for (const name of workflow.inputs.required)
    if (!(name in inputs)) throw new Error(`${workflowId} needs ${name}`);
  const send = await sender(arazzo.sourceDescriptions[0]?.url ?? '', key);
  const known: Known = { inputs, steps: {} };
  for (const step of workflow.steps) known.steps[step.stepId] = { outputs: await runStep(step, known, send) };
  return evaluated(workflow.outputs, known) as Json;
}

async function runStep(step: Step, known: Known, send: Sender): Promise<Json> {
  const retry = step.onFailure?.find(({ type }) => type === 'retry');
  for (let tries = 0; ; tries += 1) {
    const answer = await send(step, known);
    const now = { ...known, answer };
    const holds = ({ condition }: { condition: string }) => isTrue(condition, now);
    if (step.successCriteria.every(holds)) return evaluated(step.outputs ?? {}, now) as Json;
    if (retry === undefined || tries >= retry.retryLimit || !retry.criteria.every(holds))
      throw new Error(`${step.stepId} answered ${answer.statusCode}: ${JSON.stringify(answer.body)}`);
    await new Promise((resolve) => setTimeout(resolve, retry.retryAfter * 1_000));
  }
}

type Sender = (step: Step, known: Known) => Promise<Answered>;

async function sender(documentUrl: string, key: string): Promise<Sender> {
  const document = (await (await fetch(documentUrl)).json()) as {
    servers: { url: string }[];
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({ method, path, operationId })),
  );
  return async ({ operationId, parameters = [], requestBody }, known) => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`the document has no operation ${operationId}`);
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    const url = new URL(`${document.servers[0]?.url}${operation.path}`);
    for (const { name, in: place, value } of parameters) {
      const given = String(evaluated(value, known));
      if (place === 'header') headers[name] = given;
      else if (place === 'query') url.searchParams.set(name, given);
      else url.pathname = decodeURIComponent(url.pathname).replace(`{${name}}`, given);
    }
    if (requestBody !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(url, {
      method: operation.method.toUpperCase(),
      headers,
      ...(requestBody !== undefined && { body: JSON.stringify(evaluated(requestBody.payload, known)) }),
    });
    return { statusCode: response.status, body: await response.json() };
  };
}

/** Runtime expressions of Arazzo, alone in a string. */
function evaluated(value: unknown, known: Known): unknown {
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, evaluated(inner, known)]));
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const [, input, step, output, pointer] =
    /^\$(?:inputs\.(\w+)|steps\.([\w-]+)\.outputs\.(\w+)|statusCode|response\.body#(\/\S*))$/.exec(value) ??
    [];
  if (input !== undefined) return known.inputs[input];
  if (step !== undefined) return known.steps[step]?.outputs[output ?? ''];
  if (pointer !== undefined)
    return pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((node, name) => Object(node)[name], known.answer?.body);
  if (value === '$statusCode') return known.answer?.statusCode;
  throw new Error(`${value} is no expression that is known here`);
}

/** Conditions of the kind `simple`: comparisons by `==`, joined by `||`. */
function isTrue(condition: string, known: Known): boolean {
  return condition.split(' || ').some((part) => {
    const [left = '', right = ''] = part.split(' == ');
    const expected: unknown = right.startsWith("'") ? right.slice(1, -1) : JSON.parse(right);
    return evaluated(left, known) === expected;
  });
}
