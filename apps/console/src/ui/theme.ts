/** A cookie, so that the server renders the chosen theme and nothing flashes. */
export const themeCookie = "stoatflow-theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme that a cookie asks for; the system's where it asks for none. */
export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}
