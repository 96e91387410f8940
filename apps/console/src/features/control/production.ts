/**
 * An environment in which an action asks for its name: `prod`, `production`, `prd`, `live`, alone or as a part as in
 * `prod-eu` and `eu-prod`, whatever the case. What comes before production, or is none, is not one: `pre-prod`, `nonprod`.
 */
export function isProduction(environment: string | null): environment is string {
  return (
    environment !== null &&
    /(?:^|[^a-z])(?:prod(?:uction)?|prd|live)(?:$|[^a-z])/i.test(environment) &&
    !/(?:^|[^a-z])(?:pre|non)[^a-z](?:prod|prd|live)/i.test(environment)
  );
}

/** The names that have to be typed before these apps are asked anything: each once. */
export function namesToType(apps: readonly { readonly environment: string | null }[]): readonly string[] {
  return [...new Set(apps.map(({ environment }) => environment).filter(isProduction))].sort();
}
