import { Type, type TSchema } from 'typebox';

/** Time in ISO 8601. */
export const Moment = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });

export const OrNull = <Value extends TSchema>(value: Value, description?: string) =>
  Type.Union([value, Type.Null()], { ...(description !== undefined && { description }) });
