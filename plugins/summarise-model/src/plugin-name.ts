export const NAME = "@varve/summarise-model";
