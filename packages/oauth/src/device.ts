export { type DeviceCodeOptions, deviceCode } from "./providers/device-code.ts";
export type { DevicePrompt } from "./token/device.ts";
