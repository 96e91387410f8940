/** Which record is asked for: `?topic=&partition=&offset=`, read strictly so that a slip is never another record. */
import { z } from "zod";
import { offsetText } from "../wire/envelope.ts";

const largestPartition = 2_147_483_647;
const topicRule = "must be the name of a topic, 1 to 249 characters";
const partitionRule = `must be a number from 0 to ${largestPartition}`;
const offsetRule = "must be an offset as decimal text, from 0 to 9223372036854775807";

export const recordQuery = z.strictObject({
  topic: z.string(topicRule).min(1, topicRule).max(249, topicRule),
  partition: z
    .string(partitionRule)
    .regex(/^\d{1,10}$/, partitionRule)
    .transform(Number)
    .refine((partition) => partition <= largestPartition, partitionRule),
  offset: z
    .string(offsetRule)
    .refine((text) => offsetText.safeParse(text).success, offsetRule)
    .transform((text) => BigInt(text)),
});
