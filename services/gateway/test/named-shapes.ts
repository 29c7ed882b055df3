import { z } from 'zod';

/** The shapes with an `id` among these and all that they are made of, by id. */
export function namedShapes(roots: readonly unknown[]): Map<string, z.ZodType> {
  const found = new Map<string, z.ZodType>();
  const seen = new Set<unknown>();
  const visit = (shape: unknown): void => {
    if (!(shape instanceof z.ZodType) || seen.has(shape)) return;
    seen.add(shape);
    const id = shape.meta()?.id;
    if (id !== undefined) {
      if (found.has(id)) throw new Error(`two shapes have the id ${id}`);
      found.set(id, shape);
    }
    partsOf(shape).forEach(visit);
  };
  roots.forEach(visit);
  return found;
}

function partsOf(shape: z.ZodType): readonly unknown[] {
  if (shape instanceof z.ZodObject) return Object.values(shape.shape);
  if (shape instanceof z.ZodArray) return [shape.element];
  if (shape instanceof z.ZodUnion) return shape.options;
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault) {
    return [shape.unwrap()];
  }
  return [];
}
