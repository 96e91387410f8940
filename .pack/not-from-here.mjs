/** npm runs it before `npm pack` in a workspace package, whose manifest names sources and is of no use elsewhere. */
console.error(
  "In the workspace this package is its sources. To pack what others can install, in the root folder:",
);
console.error("  npm run pack:packages -- FOLDER");
process.exit(1);
