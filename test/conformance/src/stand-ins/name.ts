/** The name under which the kit's own executors stand behind the default. */
export const NAME = "@varve/conformance";
