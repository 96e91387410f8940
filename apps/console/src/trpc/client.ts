import type { AppRouter } from "@stoatflow/api";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { basePath } from "../lib/base-path.ts";

const url = `${basePath}/api/trpc`;

/** The way of a page, or of the worker of all pages, to the console. */
export function makeTrpcClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url }),
        false: httpBatchLink({ url, maxURLLength: 2000 }),
      }),
    ],
  });
}
