import { z } from "zod";
import { envelope } from "./envelope.ts";

export const topologyNode = z.object({
  id: z.string().max(200),
  kind: z.string().max(64),
  stage: z.int().min(0),
  /** Ids of the nodes that it takes from. */
  from: z.array(z.string().max(200)).max(64),
  topic: z.string().max(249).nullable(),
  store: z.string().max(200).nullable(),
});

export const topologyBody = envelope.extend({ nodes: z.array(topologyNode).max(2000) });
export type TopologyBody = z.infer<typeof topologyBody>;
export type TopologyNode = z.infer<typeof topologyNode>;
