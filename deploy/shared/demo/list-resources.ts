import type { Api } from './call-api.ts';

export interface SeededResource {
  id: string;
  name: string;
  kind: string;
  ratePlans: { id: string; code: string }[];
}

export interface ListedResource extends SeededResource {
  slug: string;
  description: string | null;
  photoUrls: string[];
  ratePlans: { id: string; code: string; cancellationPolicyCode: string | null }[];
}

export async function listResources(api: Api): Promise<ListedResource[]> {
  const all: ListedResource[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { resources: ListedResource[]; nextCursor: string | null } = Object(
      await api.get(`/v1/resources?limit=100${after}`),
    );
    all.push(...page.resources);
    cursor = page.nextCursor;
  }
  return all;
}
