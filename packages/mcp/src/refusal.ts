import { LodgingError } from '@lodging/client';
import type { components } from '@lodging/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { alternativesText, toAlternative } from './alternatives.ts';
import { remedyOf } from './remedies.ts';

/** A refusal of a tool itself, before or instead of one of the API. */
export class ToolRefusal extends Error {
  readonly code: string;
  readonly remedy: string;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: string, detail: string, remedy: string, members: Readonly<Record<string, unknown>> = {}) {
    super(detail);
    this.code = code;
    this.remedy = remedy;
    this.members = members;
  }
}

type Members = Partial<components['schemas']['Problem']>;

/** What a refusal of the API has beside the members that every refusal has. */
const MEMBERS = [
  'reasons',
  'missingDates',
  'errors',
  'allowed',
  'currentVersion',
  'candidates',
  'work',
  'most',
] as const satisfies readonly (keyof Members)[];

/** An error of a tool, for the model: what happened, and what to do next. */
export function refusalResult(error: LodgingError | ToolRefusal): CallToolResult {
  const refusal = error instanceof ToolRefusal ? ofTool(error) : ofApi(error);
  const { code, detail, remedy } = refusal;
  const members = JSON.stringify({ ...refusal, code: undefined, detail: undefined, remedy: undefined });
  const alternatives = alternativesText(refusal.alternatives ?? []);
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${detail}${alternatives} ${remedy} ${members}` }],
    structuredContent: { ...refusal },
  };
}

function ofTool({ code, message, remedy, members }: ToolRefusal) {
  return { code, detail: message, remedy, alternatives: undefined, ...members };
}

function ofApi(error: LodgingError) {
  const { code, detail, type, status, requestId, retryAfterSeconds } = error;
  const problem: Members = error as Members;
  const members = MEMBERS.filter((name) => problem[name] !== undefined);
  return {
    code,
    detail,
    remedy: remedyOf(code, type),
    status,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...Object.fromEntries(members.map((name) => [name, problem[name]])),
    ...(problem.alternatives && { alternatives: problem.alternatives.map(toAlternative) }),
  };
}
