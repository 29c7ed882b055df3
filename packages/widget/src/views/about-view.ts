import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { About } from '../machine/model.ts';
import type { View } from './view.ts';

type Part = TemplateResult | typeof nothing;

/** The operator’s photo. What it shows is said in words beside it. */
export function photoView({ showPhotos }: View, photoUrl: string | null | undefined): Part {
  if (!showPhotos || !photoUrl) return nothing;
  return html`<img src=${photoUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />`;
}

export function descriptionView(view: View, about: About | undefined): Part {
  if (about === undefined) return nothing;
  const { description, features } = about;
  return html`${description === null ? nothing : html`<p class="description">${description}</p>`}
  ${featuresView(view, features)}`;
}

function featuresView({ texts }: View, features: readonly string[]): Part {
  if (features.length === 0) return nothing;
  return html`<ul class="features">
    ${features.map((name) => html`<li>${texts.features[name] ?? name.replaceAll('_', ' ')}</li>`)}
  </ul>`;
}
