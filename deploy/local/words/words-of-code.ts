// Separates the names of a program from its prose.

export interface WordsOfCode {
  /** Comments, and what strings say. All else is blank, and line breaks stay: a line keeps its number. */
  readonly prose: string;
  /** Names, likewise. */
  readonly names: string;
}

interface Token {
  readonly kind: 'prose' | 'name' | 'other';
  readonly text: string;
}

const TOKENS = [
  ['prose', /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ['prose', /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y],
  ['name', /[A-Za-z_$][\w$]*/y],
] as const;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
const TEMPLATE = /[`}](?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{)/y;
/** A slash after an operand divides; after anything else it begins a regular expression. */
const OPERAND = /[\w$)\]'"`]$/;
const KEYWORD = /^(?:return|typeof|case|in|of|yield|await)$/;

const matchAt = (pattern: RegExp, code: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0];
};

function* tokensOf(code: string): Generator<Token> {
  /** For each open expression of a template: how many of its braces are open. */
  const braces: number[] = [];
  let [at, before] = [0, ''];
  while (at < code.length) {
    const token = nextToken(code, at, { before, endsExpression: braces.at(-1) === 0 });
    yield token;
    at += token.text.length;
    if (token.kind === 'prose' && /^[`}]/.test(token.text)) {
      if (token.text.startsWith('}')) braces.pop();
      if (token.text.endsWith('${')) braces.push(0);
    } else if (/^[{}]$/.test(token.text) && braces.length > 0) {
      braces.push((braces.pop() ?? 0) + (token.text === '{' ? 1 : -1));
    }
    if (!/^(?:\s|\/[/*])/.test(token.text)) before = token.text;
  }
}

function nextToken(
  code: string,
  at: number,
  { before, endsExpression }: { before: string; endsExpression: boolean },
): Token {
  for (const [kind, pattern] of TOKENS) {
    const text = matchAt(pattern, code, at);
    if (text !== undefined) return { kind, text };
  }
  const char = code.charAt(at);
  const isTemplate = char === '`' || (char === '}' && endsExpression);
  const template = isTemplate ? matchAt(TEMPLATE, code, at) : undefined;
  if (template !== undefined) return { kind: 'prose', text: template };
  const divides = OPERAND.test(before) && !KEYWORD.test(before);
  const expression = divides ? undefined : matchAt(REGULAR_EXPRESSION, code, at);
  return { kind: 'other', text: expression ?? char };
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

export function wordsOfCode(code: string): WordsOfCode {
  let [prose, names] = ['', ''];
  for (const { kind, text } of tokensOf(code)) {
    prose += kind === 'prose' ? text : blank(text);
    names += kind === 'name' ? text : blank(text);
  }
  return { prose, names };
}
