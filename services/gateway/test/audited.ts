/** An entry of the audit trail, as the admin API answers it. */
export interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: { kind: string; id: string; name: string | null };
  readonly tenantId: string | null;
  readonly action: string;
  readonly target: { kind: string; id: string } | null;
  readonly requestId: string;
  readonly address: string | null;
  readonly changes: { field: string; before: unknown; after: unknown }[];
}
