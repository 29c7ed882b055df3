import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  /** More than one where `__name__` is matched by a list of names. */
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

export interface Expression {
  readonly selectors: readonly Selector[];
  readonly grouping: readonly string[];
  /** Labels that the expression makes itself. */
  readonly made: readonly string[];
  readonly isBroken: boolean;
}

/** What Grafana puts into an expression before it asks. */
export function withoutVariables(expr: string): string {
  return expr
    .replaceAll('$__rate_interval', '5m')
    .replaceAll('$__range', '3h')
    .replaceAll(/\$\{?[a-z]\w*\}?/g, 'gateway');
}

export function readExpression(expr: string): Expression {
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  const made: string[] = [];
  let isBroken = false;
  const text = ({ from, to }: { from: number; to: number }): string => expr.slice(from, to);
  parser.parse(expr).iterate({
    enter(at) {
      if (at.type.isError) isBroken = true;
      if (at.name === 'VectorSelector') selectors.push(selectorAt(at.node, text));
      if (at.name === 'GroupingLabels') grouping.push(...at.node.getChildren('LabelName').map(text));
      if (at.name === 'LabelReplace') made.push(...labelMade(at.node, text));
    },
  });
  return { selectors, grouping, made, isBroken };
}

type Text = (node: { from: number; to: number }) => string;

function selectorAt(node: SyntaxNode, text: Text): Selector {
  const identifier = node.getChild('Identifier');
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  const pairs = matchers.map((matcher) => {
    const value = matcher.getChild('StringLiteral');
    return {
      label: text(matcher.getChild('LabelName') ?? matcher),
      value: value ? text(value).slice(1, -1) : '',
    };
  });
  const named = pairs.filter(({ label }) => label === '__name__').flatMap(({ value }) => value.split('|'));
  return {
    metrics: identifier === null ? named : [text(identifier)],
    labels: pairs.map(({ label }) => label).filter((label) => label !== '__name__'),
  };
}

/** The second argument of label_replace. */
function labelMade(node: SyntaxNode, text: Text): string[] {
  const call = node.parent?.parent;
  const [first] = call?.getChild('FunctionCallBody')?.getChildren('StringLiteral') ?? [];
  return first === undefined ? [] : [text(first).slice(1, -1)];
}
