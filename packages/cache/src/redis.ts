export type {
  IoRedisClient,
  IoRedisSubscriber,
  NodeRedisClient,
  NodeRedisSubscriber,
  RedisClient,
} from "./redis/clients.ts";
export { type RedisStore, type RedisStoreOptions, redisStore } from "./redis/redis-store.ts";
