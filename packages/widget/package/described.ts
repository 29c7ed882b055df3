interface Attribute {
  /** The property, where its name is another one. */
  readonly property?: string;
  readonly type: 'string' | 'boolean';
  readonly description: string;
}

/** What a page sets and receives of one component. */
export interface Described {
  readonly name: string;
  readonly tagName: string;
  /** Where the package defines it. */
  readonly module: string;
  readonly description: string;
  /** Without those that the component sets itself. */
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
  readonly events: {
    /** The interface that has them. */
    readonly type: string;
    readonly descriptions: Readonly<Record<string, string>>;
  } | null;
  readonly cssParts: Readonly<Record<string, string>>;
}
