import { Liquid } from 'liquidjs';
import type { Template } from 'liquidjs';
import { htmlPage, PLAIN_CONTENT } from '../../domain/mails/built-in/html-page.ts';
import type { MailTemplate } from '../../domain/mails/built-in/built-in-template.ts';
import { escapeHtml, MAX_SUBJECT, plainLine } from '../../domain/mails/plain-line.ts';
import type { MailVariables } from '../../domain/mails/mail-variables.ts';
import type { TemplateEngine, TemplateFault } from '../../ports/mails.ts';
import { CountedCapture } from './counted-capture.ts';
import { unknownVariable } from './unknown-variable.ts';

const MAX_PART_BYTES = 64 * 1_024;
const MAX_RENDERED_LENGTH = 200_000;
/** Of one template: what it makes, loops included, and its time. */
const BOUNDS = { memoryLimit: 500_000, renderLimit: 250 };
/** They would load other templates. */
const LOADING_TAGS = ['include', 'render', 'layout', 'block'];

const OPTIONS = {
  strictFilters: true,
  strictVariables: true,
  ownPropertyOnly: true,
  cache: false,
  parseLimit: 4 * MAX_PART_BYTES,
  /** There is nothing to load, whatever a template names. */
  templates: {},
};

type Part = keyof MailTemplate;

export function createTemplateEngine(): TemplateEngine {
  const plain = restricted(new Liquid(OPTIONS));
  const escaping = restricted(new Liquid({ ...OPTIONS, outputEscape: 'escape' }));
  // It would write a value of the guest into the HTML as it is.
  escaping.registerFilter('raw', (value: unknown) => value);
  // What they write is escaped already: the value is escaped before, and not again afterwards.
  escaping.registerFilter('escape', { raw: true, handler: escaped });
  escaping.registerFilter('newline_to_br', {
    raw: true,
    handler: (value: unknown) => escaped(value).replaceAll('\n', '<br>\n'),
  });
  const engineOf = (part: Part) => (part === 'html' ? escaping : plain);
  const render = (part: Part, source: string, variables: object): string => {
    const engine = engineOf(part);
    const written = String(engine.renderSync(engine.parse(source), variables, BOUNDS));
    if (written.length > MAX_RENDERED_LENGTH) throw new Error('writes more than 200,000 characters');
    return written;
  };
  return {
    check(template, samples) {
      for (const part of ['subject', 'text', 'html'] as const) {
        const source = template[part];
        if (source === null) continue;
        const fault = faultOf(source, engineOf(part), samples, (sample) => void render(part, source, sample));
        if (fault !== undefined) return { ...fault, part };
      }
      return undefined;
    },
    render(template, variables) {
      const text = render('text', template.text, variables);
      return {
        subject: plainLine(render('subject', template.subject, variables), MAX_SUBJECT),
        text,
        html:
          template.html === null
            ? render('html', htmlPage(variables.mail.language, '{{ property.name }}', PLAIN_CONTENT), {
                ...variables,
                content: text,
              })
            : render('html', template.html, variables),
      };
    },
  };
}

function restricted(engine: Liquid): Liquid {
  for (const tag of LOADING_TAGS) delete engine.tags[tag];
  engine.registerTag('capture', CountedCapture);
  return engine;
}

function faultOf(
  source: string,
  engine: Liquid,
  samples: readonly MailVariables[],
  render: (sample: MailVariables) => void,
): Omit<TemplateFault, 'part'> | undefined {
  if (Buffer.byteLength(source) > MAX_PART_BYTES) return { line: null, reason: 'has more than 64 KiB' };
  try {
    const parsed: Template[] = engine.parse(source);
    const unknown =
      samples[0] && unknownVariable(engine.analyzeSync(parsed, { partials: false }), samples[0]);
    if (unknown !== undefined) return unknown;
    for (const sample of samples) render(sample);
    return undefined;
  } catch (error) {
    return faultFrom(error);
  }
}

/** `undefined filter: nope, line:2, col:1` */
const PLACE = /, (?:file:[^,]*, )?line:(\d+), col:\d+$/;

function faultFrom(error: unknown): Omit<TemplateFault, 'part'> {
  const message = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
  const line = PLACE.exec(message)?.[1];
  const reason = message.replace(PLACE, '').slice(0, 300);
  return { line: line === undefined ? null : Number(line), reason };
}

function escaped(value: unknown): string {
  return escapeHtml(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
