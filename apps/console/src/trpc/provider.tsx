"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { makeTrpcClient } from "./client.ts";
import { TRPCProvider } from "./context.ts";

function makeQueryClient() {
  return new QueryClient({
    defaultOptions: {
      // A failed read is tried again at the next beat anyway; a failed control call is never repeated by itself.
      queries: { retry: false, staleTime: 1000, gcTime: 60_000, refetchOnWindowFocus: "always" },
      mutations: { retry: false },
    },
  });
}

/** One query cache and one tRPC client a page. */
export function TrpcProvider({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [trpcClient] = useState(makeTrpcClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
