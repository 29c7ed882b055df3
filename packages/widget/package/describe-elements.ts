import { bookingElement } from './booking-element.ts';
import type { Described } from './described.ts';
import { manageElement } from './manage-element.ts';

export const ELEMENTS: readonly Described[] = [bookingElement, manageElement];

/** The same in both. */
export const CSS_PROPERTIES: Readonly<Record<string, string>> = {
  '--lodging-accent': 'Main buttons, selected days, focus.',
  '--lodging-on-accent': 'Text on the accent.',
  '--lodging-text': 'Text.',
  '--lodging-quiet-text': 'Secondary text.',
  '--lodging-background': 'Background.',
  '--lodging-surface': 'Background of days, offers and notices.',
  '--lodging-border': 'Borders of fields and buttons.',
  '--lodging-line': 'Lines between parts.',
  '--lodging-error': 'Errors.',
  '--lodging-font': 'Font, as the property font has it.',
  '--lodging-heading-font': 'Font family of headings.',
  '--lodging-radius': 'Radius of corners.',
  '--lodging-padding': 'Space inside the component.',
  '--lodging-max-width': 'Largest width of the component.',
};

/** The custom elements manifest (schema 1.0.0), which editors and documentation tools read. */
export function describeElements(): object {
  return { schemaVersion: '1.0.0', readme: 'README.md', modules: ELEMENTS.map(describeModule) };
}

function describeModule(element: Described): object {
  const { name, tagName, module } = element;
  const declaration = { name, module };
  return {
    kind: 'javascript-module',
    path: module,
    declarations: [describeClass(element)],
    exports: [
      { kind: 'js', name, declaration },
      { kind: 'custom-element-definition', name: tagName, declaration },
    ],
  };
}

function describeClass(element: Described): object {
  const { name, tagName, description, events, cssParts } = element;
  return {
    kind: 'class',
    customElement: true,
    name,
    tagName,
    description,
    superclass: { name: 'LitElement', package: 'lit' },
    ...describeFields(element),
    events: described(events?.descriptions ?? {}).map((event) => ({
      ...event,
      type: { text: `${events?.type}['${event.name}']` },
    })),
    cssProperties: described(CSS_PROPERTIES),
    cssParts: described(cssParts),
  };
}

function describeFields(element: Described): { attributes: object[]; members: object[] } {
  const attributes = Object.entries(element.attributes).map(([name, { property, type, description }]) => ({
    name,
    type: { text: type },
    description,
    fieldName: property ?? name,
  }));
  const members = [
    ...attributes.map(({ name, fieldName, type, description }) => ({
      kind: 'field',
      name: fieldName,
      type: { text: type.text === 'string' ? 'string | null' : type.text },
      description,
      attribute: name,
    })),
    ...Object.entries(element.properties).map(([name, { type, description }]) => ({
      kind: 'field',
      name,
      type: { text: type },
      description,
    })),
  ];
  return { attributes, members };
}

function described(texts: Readonly<Record<string, string>>): { name: string; description: string }[] {
  return Object.entries(texts).map(([name, description]) => ({ name, description }));
}
